// petstock history: shows the ledger, newest first, filtered, or writes it as a file; page by page, so that memory does not grow with its
// length.

import { Command, Option } from "commander";
import { SettingError } from "../config.ts";
import { MOVEMENT_REASONS, type Movement } from "../inventory/movement.ts";
import type { Stock } from "../inventory/item.ts";
import { LABEL_MEMBERS, type LabelChange } from "../inventory/label.ts";
import { MOVEMENT_FORMATS } from "../transfer/write-movements.ts";
import type { HistoryEntry, HistoryFilter, HistoryReader } from "./access.ts";
import { type Context, printData } from "./context.ts";
import { withExportFlags } from "./export-file.ts";
import { historyFormatOf, writeHistory } from "./history-file.ts";
import { petIdOrThrow } from "./item.ts";
import { momentOrThrow } from "./moment.ts";
import { ACCESS_SETTINGS, withAccess } from "./open-access.ts";
import { revisionsOrThrow } from "./revision.ts";
import { withSettings } from "./settings.ts";
import { actorText, aligned, table, timeText, toJson } from "./table.ts";

/** Of a table, and of --json. */
const LIMIT_SHOWN = 20;
const LIMIT_MAX = 1_000_000_000;

export function historyCommand(context: Context): Command {
  const command = new Command("history")
    .description("show who changed what, stock and labels, when, and with which request; newest first")
    .argument("[petId]", "only changes of this pet")
    .option("--key <key>", "only changes made with this API key (its id or its name)")
    .option("--since <time>", "only since this time: a date, a time, or an age such as 2h")
    .option("--until <time>", "only before this time")
    .option("--revision <range>", "only this revision, such as 17, or this range, such as 17-20 or 17-")
    .addOption(new Option("--reason <reason>", "only changes with this reason").choices(MOVEMENT_REASONS))
    .option("--request <id>", "only changes of the request with this id")
    .option("--limit <number>", `maximum number of movements (default: ${LIMIT_SHOWN}, of a file all)`)
    .addOption(
      new Option("--json", "one line of JSON for each movement")
        .default(false)
        .conflicts(["format", "output"]),
    );
  withExportFlags(command, {
    formats: MOVEMENT_FORMATS,
    help: "as a file instead of a table; default: by the name of --output",
  });
  return withSettings(command, ACCESS_SETTINGS).action(async (idText: string | undefined, options) => {
    const format = historyFormatOf(options);
    const limit = options.limit === undefined ? undefined : limitOrThrow(options.limit);
    const filter: HistoryFilter = {
      ...(idText !== undefined && { petId: petIdOrThrow(idText) }),
      ...filterOf(options, context.clock.now()),
      ...(limit !== undefined && { limit }),
    };
    await withAccess({ options, context, create: false }, (access) =>
      format === undefined
        ? printHistory(context, access, { limit: LIMIT_SHOWN, ...filter }, options.json)
        : writeHistory(context, access, { format, output: options.output, filter }),
    );
  });
}

async function printHistory(
  context: Context,
  reader: HistoryReader,
  filter: HistoryFilter,
  asJson: boolean,
): Promise<void> {
  const write = asJson ? jsonLines : movementsTable;
  let isFirst = true;
  for await (const page of reader.history(filter)) {
    await printData(context, write(page, isFirst));
    isFirst = false;
  }
}

interface HistoryOptions {
  readonly key?: string;
  readonly since?: string;
  readonly until?: string;
  readonly revision?: string;
  readonly reason?: Movement["reason"];
  readonly request?: string;
}

function filterOf(
  { key, since, until, revision, reason, request }: HistoryOptions,
  now: number,
): HistoryFilter {
  return {
    ...(key !== undefined && { key }),
    ...(since !== undefined && { since: momentOrThrow("--since", since, now) }),
    ...(until !== undefined && { until: momentOrThrow("--until", until, now) }),
    ...(revision !== undefined && revisionsOrThrow("--revision", revision)),
    ...(reason !== undefined && { reason }),
    ...(request !== undefined && { requestId: request }),
  };
}

function limitOrThrow(text: string): number {
  const limit = Number(text);
  if (/^[0-9]+$/.test(text) && limit >= 1 && limit <= LIMIT_MAX) return limit;
  throw new SettingError(`--limit: ${JSON.stringify(text)} is not a whole number from 1 to ${LIMIT_MAX}`);
}

function jsonLines(movements: readonly HistoryEntry[]): string {
  return movements.map((each) => `${toJson(each)}\n`).join("");
}

const HEADER = ["REVISION", "TIME", "PET", "FROM", "TO", "LABEL", "WHY", "WHO", "REQUEST", "NOTE"];

/** The column widths of each page fit its own rows. */
function movementsTable(movements: readonly HistoryEntry[], isFirst: boolean): string {
  const rows = movements.map(({ revision, at, petId, before, after, label, reason, by, note, undoes }) => [
    String(revision),
    timeText(at),
    String(petId),
    stockText(before),
    stockText(after),
    label === undefined ? "-" : labelText(label),
    undoes === null ? reason : `${reason} of ${undoes}`,
    actorText(by),
    by.requestId ?? "-",
    note ?? "-",
  ]);
  return isFirst ? table(HEADER, rows) : aligned(rows);
}

/** The members that changed: `name "Rex" to "Max", low 2 to -`. */
export function labelText({ before, after }: LabelChange): string {
  const changed = LABEL_MEMBERS.flatMap((member) => {
    const [old, now] = [before?.[member] ?? null, after?.[member] ?? null];
    return old === now ? [] : [`${member} ${valueText(old)} to ${valueText(now)}`];
  });
  return changed.join(", ");
}

/** A text in quotes, because it may be what stands between the others. */
function valueText(value: string | number | null): string {
  return value === null ? "-" : JSON.stringify(value);
}

export function stockText(stock: Stock | null): string {
  return stock === null ? "-" : `${stock.quantity} ${stock.status}`;
}
