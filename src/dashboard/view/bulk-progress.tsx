// Last step of a bulk change: its progress.

import { formatCount } from "../model/format.ts";
import { BulkOutcome, type BulkOutcomeProps } from "./bulk-outcome.tsx";

export function BulkProgressStep({ dashboard, progress }: BulkOutcomeProps) {
  const { total, changed, failed, ms, ended, refusedFile } = progress;
  const done = changed + failed.length;
  const perSecond = ms === 0 ? 0 : Math.round((done / ms) * 1000);
  return (
    <div class="bulk-step">
      <progress max={total} value={done} aria-label="Rows sent" />
      <p class="quiet">
        {formatCount(done)} of {formatCount(total)}, {formatCount(perSecond)} per second
      </p>
      <p class="error" role="alert">
        {refusedFile}
      </p>
      {ended ? (
        <BulkOutcome dashboard={dashboard} progress={progress} />
      ) : (
        <footer>
          <button type="button" onClick={() => dashboard.bulk.stop()}>
            Stop
          </button>
        </footer>
      )}
    </div>
  );
}
