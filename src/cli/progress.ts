// Progress of long work, on stderr: a bar with rate and time left on a terminal, a line every ten seconds elsewhere.

import { Presets, SingleBar } from "cli-progress";
import { printable } from "../printable.ts";
import { type Context, printMessage } from "./context.ts";

const LINE_INTERVAL_MS = 10_000;
const REDRAWS_PER_SECOND = 10;

export interface Progress extends Disposable {
  /** `done` of the total, in the unit that `total` has; `rows` so far, or what else is counted. */
  update(done: number, rows: number): void;
}

/** `total` is null where nobody knows it, as with a pipe; then there is no bar, only the count. */
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
    // There is no bar to take away.
    [Symbol.dispose]() {},
  };
}

function rateSince(startedAt: number): (rows: number) => number {
  return (rows) => Math.round(rows / ((performance.now() - startedAt) / 1000));
}

function grouped(number: number): string {
  return number.toLocaleString("en-US");
}
