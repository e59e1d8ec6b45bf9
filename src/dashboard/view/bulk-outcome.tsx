// The outcome of a bulk change: what was changed, what was not, and why.

import { type FailedRow, failedRowsCsv } from "../model/failed-rows.ts";
import { formatCount, formatPlural } from "../model/format.ts";
import type { Dashboard } from "../state/dashboard.ts";
import type { BulkProgress } from "../state/state.ts";
import { download } from "./download.ts";

export interface BulkOutcomeProps {
  readonly dashboard: Dashboard;
  readonly progress: BulkProgress;
}

/** The download has them all. */
const FAILURES_SHOWN_MAX = 5;

export function BulkOutcome({ dashboard, progress }: BulkOutcomeProps) {
  return (
    <>
      <Summary progress={progress} />
      {progress.failed.length > 0 && <Failures failed={progress.failed} />}
      <OutcomeActions dashboard={dashboard} progress={progress} />
    </>
  );
}

function Summary({ progress }: { readonly progress: BulkProgress }) {
  const { total, changed, failed, unsent, omitted, message } = progress;
  const notSent = total - changed - failed.length;
  const skipped = unsent.length - notSent + omitted;
  const isComplete = failed.length + unsent.length === 0;
  return (
    <div role="status">
      <p class={isComplete ? "good" : "warn"}>
        <b>{formatPlural(changed, "quantity", "quantities")} changed</b>
        {failed.length > 0 && `, ${formatCount(failed.length)} failed`}
        {notSent > 0 && `, ${formatCount(notSent)} not sent`}
        {skipped > 0 && `, ${formatPlural(skipped, "row")} of the file skipped`}
      </p>
      {message !== undefined && <p>{message}.</p>}
    </div>
  );
}

function Failures({ failed }: { readonly failed: readonly FailedRow[] }) {
  return (
    <ul class="failed">
      {failed.slice(0, FAILURES_SHOWN_MAX).map(({ petId, wanted, reason }) => (
        <li key={String(petId)}>
          Pet {String(petId)} to {formatCount(wanted)}: {reason}
        </li>
      ))}
    </ul>
  );
}

function OutcomeActions({ dashboard, progress }: BulkOutcomeProps) {
  const { failed, unsent, omitted, undo } = progress;
  const notChanged = [...failed, ...unsent];
  const undoAll = (): void => {
    dashboard.bulk.close();
    if (undo !== undefined) dashboard.undoStack.undo(undo);
  };
  return (
    <footer>
      {notChanged.length > 0 && (
        <button type="button" onClick={() => download("not-changed.csv", failedRowsCsv(notChanged, omitted))}>
          Download rows not changed
        </button>
      )}
      {undo !== undefined && (
        <button type="button" onClick={undoAll}>
          Undo all
        </button>
      )}
      <button type="button" class="primary" onClick={() => dashboard.bulk.close()}>
        Done
      </button>
    </footer>
  );
}
