// Additions and removals by reason.

import { useEffect, useState } from "preact/hooks";
import type { Dashboard } from "../app/dashboard.ts";
import { failureMessage } from "../edits/failure-message.ts";
import { formatCount } from "../language/format.ts";
import { reasonInWords } from "../ui/reason-fields.tsx";
import { Time } from "../ui/time.tsx";
import { type Period, sinceOf } from "./period.ts";
import { readReasonSums, type ReasonSum, type ReasonSums } from "./reason-sums.ts";
import { trendsText } from "../language/en/trends.ts";
import { RichText } from "../ui/rich-text.tsx";

/** Read without being asked: some 10 requests. */
const FIRST_MAX = 10_000;
const MORE = 50_000;

interface ByReasonProps {
  readonly dashboard: Dashboard;
  readonly period: Period;
}

export function ByReason({ dashboard, period }: ByReasonProps) {
  const [max, setMax] = useState(FIRST_MAX);
  const { read, progress, error } = useReasonSums(dashboard, period, max);
  const isReading = progress !== undefined;
  return (
    <section class="by-reason" aria-labelledby="by-reason">
      <h2 id="by-reason">{trendsText.byReason}</h2>
      {error !== undefined && <p class="bad">{error}</p>}
      {read !== undefined && <Sums read={read} />}
      <p class="quiet" role="status">
        {isReading && trendsText.reading(progress)}
        {!isReading && read?.readSince !== undefined && (
          <>
            <RichText
              text={trendsText.readSince(read.movements)}
              parts={{ time: <Time at={read.readSince} /> }}
            />{" "}
            <button type="button" class="link" onClick={() => setMax(max + MORE)}>
              {trendsText.readMore(MORE)}
            </button>
          </>
        )}
      </p>
    </section>
  );
}

function Sums({ read: { sums } }: { readonly read: ReasonSums }) {
  if (sums.length === 0) return <p class="quiet">{trendsText.nothingMoved}</p>;
  const most = Math.max(...sums.map((sum) => Math.max(sum.in, sum.out)));
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{trendsText.reason}</th>
          <th scope="col">{trendsText.in}</th>
          <th scope="col">{trendsText.out}</th>
        </tr>
      </thead>
      <tbody>
        {sums.map((sum) => (
          <SumRow key={sum.reason} sum={sum} most={most} />
        ))}
      </tbody>
    </table>
  );
}

function SumRow({ sum, most }: { readonly sum: ReasonSum; readonly most: number }) {
  return (
    <tr>
      <th scope="row">{reasonInWords(sum.reason)}</th>
      <AmountCell kind="in" amount={sum.in} most={most} />
      <AmountCell kind="out" amount={sum.out} most={most} />
    </tr>
  );
}

interface AmountCellProps {
  readonly kind: "in" | "out";
  readonly amount: number;
  readonly most: number;
}

function AmountCell({ kind, amount, most }: AmountCellProps) {
  return (
    <td>
      {formatCount(amount)}
      <svg class={`amount ${kind}`} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect width={(100 * amount) / most} height="6" />
      </svg>
    </td>
  );
}

function useReasonSums(dashboard: Dashboard, period: Period, max: number) {
  const [loaded, setLoaded] = useState<{ readonly period: Period; readonly sums: ReasonSums }>();
  const [progress, setProgress] = useState<number>();
  const [error, setError] = useState<string>();
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const since = sinceOf(period, Date.now());
    setProgress(0);
    setError(undefined);
    readReasonSums(dashboard.session.admin, { since, max, signal, onProgress: setProgress }).then(
      (sums) => {
        setLoaded({ period, sums });
        setProgress(undefined);
      },
      (reason: unknown) => {
        if (signal.aborted) return;
        setError(failureMessage(reason));
        setProgress(undefined);
      },
    );
    return () => stop.abort();
  }, [period, max]);
  // Sums of another period would stand under the wrong heading.
  const read = loaded?.period === period ? loaded.sums : undefined;
  return { read, progress, error };
}
