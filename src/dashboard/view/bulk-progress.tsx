// How far a change by a file is, and what came of it.

import { failedRowsCsv } from "../model/failed-rows.ts";
import { count, counted } from "../model/words.ts";
import type { Dashboard } from "../state/dashboard.ts";
import type { BulkProgress } from "../state/state.ts";
import { download } from "./download.ts";

export interface BulkProgressProps {
  readonly dashboard: Dashboard;
  readonly progress: BulkProgress;
}

export function BulkProgressStep({ dashboard, progress }: BulkProgressProps) {
  const { total, changed, failed, ms, ended, refused } = progress;
  const done = changed + failed.length;
  const rate = ms === 0 ? 0 : Math.round((done / ms) * 1000);
  return (
    <div class="bulk-step">
      <progress max={total} value={done} aria-label="Rows sent" />
      <p class="quiet">
        {count(done)} of {count(total)}, {count(rate)} a second
      </p>
      <p class="trouble" role="alert">
        {refused}
      </p>
      {ended ? (
        <Outcome dashboard={dashboard} progress={progress} />
      ) : (
        <footer>
          <button type="button" onClick={() => dashboard.bulk.cancel()}>
            Stop
          </button>
        </footer>
      )}
    </div>
  );
}

function Outcome({ dashboard, progress }: BulkProgressProps) {
  const { total, changed, failed, unsent, unnamed, trouble, undo } = progress;
  const stopped = total - changed - failed.length;
  const leftOut = unsent.length - stopped + unnamed;
  const left = [...failed, ...unsent];
  return (
    <>
      <div role="status">
        <p class={left.length === 0 ? "good" : "warn"}>
          <b>{counted(changed, "quantity", "quantities")} changed</b>
          {failed.length > 0 && `, ${count(failed.length)} not changed`}
          {stopped > 0 && `, ${count(stopped)} not sent`}
          {leftOut > 0 && `, ${counted(leftOut, "row")} of the file left out`}
        </p>
        {trouble !== undefined && <p>{trouble}.</p>}
      </div>
      {failed.length > 0 && (
        <ul class="failed">
          {failed.slice(0, 5).map(({ petId, wanted, reason }) => (
            <li key={String(petId)}>
              Pet {String(petId)} to {count(wanted)}: {reason}
            </li>
          ))}
        </ul>
      )}
      <footer>
        {left.length > 0 && (
          <button type="button" onClick={() => download("not-changed.csv", failedRowsCsv(left, unnamed))}>
            Download what was not changed
          </button>
        )}
        {undo !== undefined && (
          <button
            type="button"
            onClick={() => {
              dashboard.bulk.close();
              dashboard.undo.takeBack(undo);
            }}
          >
            Undo all
          </button>
        )}
        <button type="button" class="primary" onClick={() => dashboard.bulk.close()}>
          Done
        </button>
      </footer>
    </>
  );
}
