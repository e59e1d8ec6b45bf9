// The page /trends: what needs attention, the stock over time, and what came in and went out.

import "./trends-page.css?late";
import { useMemo } from "preact/hooks";
import type { Totals } from "../../client/client.ts";
import type { PageProps } from "../app/dashboard.ts";
import { EmptyState, Loading } from "../ui/empty-state.tsx";
import { formatCount } from "../language/format.ts";
import { PageHeader } from "../ui/page-header.tsx";
import { Time } from "../ui/time.tsx";
import { NeedsAttention } from "./attention.tsx";
import { ByReason } from "./by-reason.tsx";
import { Chart } from "./chart.tsx";
import { type Period, PERIODS, queryOf, titleOf } from "./period.ts";
import { TotalsTable } from "./totals-table.tsx";
import { usePeriod } from "./use-period.ts";
import { useTotals } from "./use-totals.ts";
import { trendsText } from "../language/en/trends.ts";
import { RichText } from "../ui/rich-text.tsx";
import { pageTitle } from "../state/page-title.ts";

/** One bar is no chart. */
const STEPS_MIN = 2;

export default function TrendsPage({ dashboard }: PageProps) {
  const { period, lastChange } = usePeriod(dashboard);
  const choose = (chosen: Period): void => dashboard.setQuery(queryOf(chosen));
  return (
    <div class="trends">
      <PageHeader title={pageTitle("/trends")} />
      <NeedsAttention dashboard={dashboard} />
      <section class="over-time" aria-labelledby="over-time">
        <div class="section-head">
          <h2 id="over-time">{trendsText.overTime}</h2>
          <PeriodChoice period={period} onPeriod={choose} />
        </div>
        {lastChange !== undefined && (
          <p class="quiet">
            <RichText text={trendsText.lastChange} parts={{ time: <Time at={lastChange} /> }} />
          </p>
        )}
        {period === undefined ? (
          <Loading text={trendsText.loadingTotals} />
        ) : (
          <OverTime dashboard={dashboard} period={period} />
        )}
      </section>
      {period !== undefined && <ByReason dashboard={dashboard} period={period} />}
    </div>
  );
}

interface PeriodChoiceProps {
  readonly period: Period | undefined;
  readonly onPeriod: (period: Period) => void;
}

function PeriodChoice({ period, onPeriod }: PeriodChoiceProps) {
  return (
    <div class="chips" role="group" aria-label={trendsText.period}>
      {PERIODS.map((each) => (
        <button
          key={each.days}
          type="button"
          class="filter-chip"
          aria-pressed={each === period}
          onClick={() => onPeriod(each)}
        >
          {titleOf(each)}
        </button>
      ))}
    </div>
  );
}

function OverTime({ dashboard, period }: PageProps & { readonly period: Period }) {
  const { totals, error, retry } = useTotals(dashboard, period);
  if (totals === undefined && error !== undefined) {
    return (
      <EmptyState title={trendsText.totalsFailed}>
        <p>{trendsText.failed(error)}</p>
        <button type="button" class="primary" onClick={retry}>
          {trendsText.tryAgain}
        </button>
      </EmptyState>
    );
  }
  if (totals === undefined) return <Loading text={trendsText.loadingTotals} />;
  if (totals.length === 0) {
    return <EmptyState title={trendsText.noHistory}>{trendsText.firstChange}</EmptyState>;
  }
  return <Charts totals={totals} period={period} />;
}

const BEGINS = { hour: "beginsThisHour", day: "beginsThisDay", week: "beginsThisWeek" } as const;
const FLOW = { hour: "inAndOutByHour", day: "inAndOutByDay", week: "inAndOutByWeek" } as const;

function Charts({ totals, period }: { readonly totals: readonly Totals[]; readonly period: Period }) {
  const { times, stock, flow } = useMemo(() => chartData(totals), [totals]);
  return (
    <>
      <Figures totals={totals} />
      {totals.length < STEPS_MIN ? (
        <p class="quiet">{trendsText[BEGINS[period.step]]}</p>
      ) : (
        <div class="charts">
          <Chart
            title={trendsText.unitsInStock}
            kind="line"
            times={times}
            series={stock}
            step={period.step}
          />
          <Chart
            title={trendsText[FLOW[period.step]]}
            kind="bars"
            times={times}
            series={flow}
            step={period.step}
          />
        </div>
      )}
      <TotalsTable totals={totals} step={period.step} />
    </>
  );
}

function Figures({ totals }: { readonly totals: readonly Totals[] }) {
  const now = totals.at(-1)!;
  const sum = (of: (row: Totals) => number): number => totals.reduce((all, row) => all + of(row), 0);
  const figures: readonly (readonly [string, number])[] = [
    [trendsText.unitsNow, now.quantity],
    [trendsText.petsInStock, now.inStock],
    [trendsText.cameIn, sum((row) => row.in)],
    [trendsText.wentOut, sum((row) => row.out)],
  ];
  return (
    <dl class="figure-row">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{formatCount(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

function chartData(totals: readonly Totals[]) {
  return {
    times: totals.map(({ at }) => Date.parse(at) / 1000),
    stock: [{ name: trendsText.units, color: "--accent", values: totals.map(({ quantity }) => quantity) }],
    flow: [
      { name: trendsText.in, color: "--good", values: totals.map((row) => row.in) },
      {
        name: trendsText.out,
        color: "--warn",
        // Not `-row.out`, which of 0 is "-0".
        values: totals.map((row) => 0 - row.out),
      },
    ],
  };
}
