// Progress of long work, on stderr: a bar with rate and remaining time on a terminal, a line every ten seconds elsewhere.

import { Presets, SingleBar } from "cli-progress";
import { printable } from "../printable.ts";
import { type Context, printMessage } from "./context.ts";

const LINE_INTERVAL_MS = 10_000;
const REDRAWS_PER_SECOND = 10;

export interface Progress extends Disposable {
  /** `done` is in the unit of `total`; `rows` (or whatever `unit` names) is the count that is shown. */
  update(done: number, rows: number): void;
}

/** `total` is null if it is unknown, as for a pipe; only the count is shown then. */
export function showProgress(
  context: Pick<Context, "stderr">,
  what: string,
  total: number | null,
  unit = "rows",
): Progress {
  const counted: Counted = { what, total, unit };
  return context.stderr.isTTY ? drawBar(context, counted) : printLines(context, counted);
}

interface Counted {
  readonly what: string;
  readonly total: number | null;
  readonly unit: string;
}

function drawBar({ stderr }: Pick<Context, "stderr">, { what, total, unit }: Counted): Progress {
  const rateOf = rateSince(performance.now());
  const counted = `{rows} ${unit} | {rate} ${unit}/s`;
  const bar = new SingleBar(
    {
      format: `{what} ${total === null ? `| ${counted}` : `{bar} {percentage}% | ${counted} | {eta_formatted} left`}`,
      stream: stderr,
      fps: REDRAWS_PER_SECOND,
      hideCursor: true,
      clearOnComplete: true,
      etaBuffer: 50,
    },
    Presets.shades_classic,
  );
  bar.start(total ?? 1, 0, { what: printable(what), rows: "0", rate: "-" });
  return {
    update: (done, rows) =>
      bar.update(total === null ? 0 : Math.min(done, total), {
        rows: grouped(rows),
        rate: grouped(rateOf(rows)),
      }),
    [Symbol.dispose]: () => bar.stop(),
  };
}

function printLines(context: Pick<Context, "stderr">, { what, total, unit }: Counted): Progress {
  const rateOf = rateSince(performance.now());
  let lastLineAt = performance.now();
  return {
    update(done, rows) {
      if (performance.now() - lastLineAt < LINE_INTERVAL_MS) return;
      lastLineAt = performance.now();
      const share = total ? `${Math.floor((100 * done) / total)}%, ` : "";
      printMessage(context, `${what}: ${share}${grouped(rows)} ${unit}, ${grouped(rateOf(rows))} ${unit}/s`);
    },
    // Nothing to remove: no bar is drawn.
    [Symbol.dispose]() {},
  };
}

function rateSince(startedAt: number): (rows: number) => number {
  return (rows) => Math.round(rows / ((performance.now() - startedAt) / 1000));
}

function grouped(number: number): string {
  return number.toLocaleString("en-US");
}
