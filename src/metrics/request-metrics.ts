// Counts requests by operation and status, and their durations.

import { STATUS_OF } from "../contract/errors.ts";
import { MEASURED_OPERATIONS, type MeasuredOperation } from "../inventory/metrics.ts";
import type { MetricsRegistry } from "./metrics-registry.ts";
import { SECONDS, Tally } from "./tally.ts";

const STATUS_MAX = 599;
/** Shown as 0 before the first of them: Prometheus sees no increase in a series that starts at 1. */
const SHOWN_ALWAYS: ReadonlySet<number> = new Set([200, ...Object.values(STATUS_OF)]);

export class RequestMetrics {
  readonly #answers = new Map(MEASURED_OPERATIONS.map((operation) => [operation, new OperationAnswers()]));

  constructor(registry: MetricsRegistry) {
    this.#countByStatus(registry);
    registry.histogram(
      "petstock_request_duration_seconds",
      "from a request's head to that of its answer",
      () => [...this.#answers].map(([operation, { seconds }]) => [{ operation }, seconds]),
    );
  }

  answered(operation: MeasuredOperation, status: number, startedAt: number): void {
    const answers = this.#answers.get(operation) as OperationAnswers;
    answers.byStatus[status] = (answers.byStatus[status] ?? 0) + 1;
    answers.seconds.addSecondsSince(startedAt);
  }

  #countByStatus(registry: MetricsRegistry): void {
    const requests = registry.counter(
      "petstock_requests_total",
      "requests that were answered",
      "operation",
      "status",
    );
    registry.beforeRead(() => {
      requests.reset();
      for (const [operation, { byStatus }] of this.#answers) {
        byStatus.forEach((count, status) => {
          if (count > 0 || SHOWN_ALWAYS.has(status)) requests.inc({ operation, status }, count);
        });
      }
    });
  }
}

/** The answers of one operation. */
class OperationAnswers {
  readonly byStatus = new Float64Array(STATUS_MAX + 1);
  readonly seconds = new Tally(SECONDS);
}
