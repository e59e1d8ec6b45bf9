// The page /count: scan, count, next. Made for a phone at a shelf, and for a scanner at a desk.

import "./count.css?late";
import type { PageProps } from "../app/dashboard.ts";
import { pageTitle } from "../state/page-title.ts";
import { may } from "../state/roles.ts";
import { useSelected, useWhole } from "../state/use-selected.ts";
import { EmptyState, Loading } from "../ui/empty-state.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { Counting } from "./counting.tsx";
import { Discard } from "./discard.tsx";
import { Sheet } from "./sheet.tsx";
import { type OpenStockTake, useStockTake } from "./use-stock-take.ts";
import { useWakeLock } from "./use-wake-lock.ts";
import { countText } from "../language/en/count.ts";

export default function CountPage({ dashboard }: PageProps) {
  const opened = useStockTake(dashboard);
  const mayCount = useSelected(dashboard.store, (state) => may(state, "clerk"));
  return (
    <div class="count-page">
      <PageHeader title={pageTitle("/count")} detail={opened && <Progress {...opened} />}>
        {mayCount && opened !== undefined && <ShowDifferences {...opened} />}
      </PageHeader>
      {!mayCount && <EmptyState title={countText.readOnly}>{countText.needsClerk}</EmptyState>}
      {mayCount && opened === undefined && <Loading text={countText.loading} />}
      {mayCount && opened !== undefined && <StockTakeView dashboard={dashboard} {...opened} />}
    </div>
  );
}

function Progress({ stockTake }: Pick<OpenStockTake, "stockTake">) {
  const { counts, storage } = useWhole(stockTake.store);
  return (
    <span role="status">
      {counts.length > 0 && `${countText.progress(counts.length)} `}
      {storage === "memory"
        ? countText.keptNowhere
        : storage === "stored" && counts.length > 0 && countText.keptHere}
    </span>
  );
}

/** Above the scan field, one Shift+Tab from it: what was counted grows below. */
function ShowDifferences({ stockTake }: Pick<OpenStockTake, "stockTake">) {
  const { sheet, counts, isBusy } = useWhole(stockTake.store);
  if (sheet !== undefined || counts.length === 0) return null;
  return (
    <button type="button" disabled={isBusy} onClick={() => void stockTake.openSheet()}>
      {isBusy ? countText.comparing : countText.showDifferences}
    </button>
  );
}

interface ViewProps extends PageProps, OpenStockTake {}

function StockTakeView({ dashboard, stockTake, known }: ViewProps) {
  const { sheet, counts, done, error } = useWhole(stockTake.store);
  useWakeLock(sheet === undefined);
  if (sheet !== undefined) return <Sheet stockTake={stockTake} known={known} lines={sheet} />;
  return (
    <>
      {done !== undefined && (
        <p class="good" role="status">
          {countText.startNext(done)}
        </p>
      )}
      <Counting dashboard={dashboard} stockTake={stockTake} known={known} />
      <p class="bad" role="alert">
        {error}
      </p>
      {counts.length > 0 && (
        <div class="count-actions">
          <Discard stockTake={stockTake} counted={counts.length} />
        </div>
      )}
    </>
  );
}
