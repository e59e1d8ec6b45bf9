// Requests by operation and status, and how long they took.

import type { MetricsRegistry } from "./metrics-registry.ts";
import { SECONDS, Tally } from "./tally.ts";

const STATUS_MAX = 599;
/** Shown before the first of them: a series that begins at 1 is no increase to Prometheus. */
const FAILURES: ReadonlySet<number> = new Set([500, 503]);

export class RequestMetrics {
  readonly #answers = new Map<string, Answers>();

  constructor(registry: MetricsRegistry) {
    this.#countByStatus(registry);
    registry.histogram("request_duration_seconds", "from a request's head to that of its answer", () =>
      [...this.#answers].map(([operation, { seconds }]) => [{ operation }, seconds]),
    );
  }

  answered(operation: string, status: number, startedAt: number): void {
    let answers = this.#answers.get(operation);
    if (answers === undefined) this.#answers.set(operation, (answers = new Answers()));
    answers.byStatus[status] = (answers.byStatus[status] ?? 0) + 1;
    answers.seconds.addSecondsSince(startedAt);
  }

  #countByStatus(registry: MetricsRegistry): void {
    const requests = registry.counter("requests_total", "requests that were answered", "operation", "status");
    registry.beforeEach(() => {
      requests.reset();
      for (const [operation, { byStatus }] of this.#answers) {
        byStatus.forEach((count, status) => {
          if (count > 0 || FAILURES.has(status)) requests.inc({ operation, status }, count);
        });
      }
    });
  }
}

/** The answers of one operation. */
class Answers {
  readonly byStatus = new Float64Array(STATUS_MAX + 1);
  readonly seconds = new Tally(SECONDS);
}
