// The rows of one group in the preview: the first of them, and how many more there are.

import type { Stock } from "../../contract/item-json.ts";
import type { LabelMembers } from "../../transfer/label-form.ts";
import type { Dashboard } from "../app/dashboard.ts";
import { importsText } from "../language/en/imports.ts";
import { transferText } from "../language/en/transfer.ts";
import { uiText } from "../language/en/ui.ts";
import { formatCount } from "../language/format.ts";
import { isolated } from "../ui/isolated.ts";
import { PetName } from "../ui/pet-name.tsx";
import { reasonInWords } from "../imports/row-reason.ts";
import { LISTED_MAX, type PlanGroup, type PlanList, type PlanRow } from "../imports/import-plan.ts";

interface PlanRowsProps {
  readonly dashboard: Dashboard;
  readonly group: PlanGroup;
  readonly list: PlanList;
  readonly caption: string;
}

/** Members of the texts. */
const WHAT_TITLES = {
  problem: "whatProblem",
  removed: "whatNow",
  changed: "whatChange",
  created: "whatNew",
  labeled: "whatChange",
  unchanged: "whatNow",
} as const satisfies Record<PlanGroup, keyof typeof transferText>;

const SHOWN_MAX = LISTED_MAX;

export function PlanRows({ dashboard, group, list, caption }: PlanRowsProps) {
  const shown = list.rows.slice(0, SHOWN_MAX);
  const more = list.count - shown.length;
  const hasLines = group !== "removed";
  return (
    // Focusable, so that the keyboard can scroll it.
    <div class="plan-rows" tabIndex={0} role="region" aria-label={caption}>
      <table>
        <thead>
          <tr>
            {hasLines && <th scope="col">{transferText.line}</th>}
            <th scope="col">{transferText.pet}</th>
            <th scope="col">{transferText[WHAT_TITLES[group]]}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row, at) => (
            <tr key={at}>
              {hasLines && <td>{row.line === undefined ? "" : formatCount(row.line)}</td>}
              <td class="pet">
                {row.petId !== undefined && (
                  <PetName petId={row.petId} label={dashboard.pets.label(row.petId)} />
                )}
              </td>
              <td class="what">{whatOf(row)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 && <p class="quiet">{transferText.moreRows(more)}</p>}
    </div>
  );
}

function whatOf({ before, after, label, reason }: PlanRow): string {
  if (reason !== undefined) return reasonInWords(reason);
  if (label !== undefined) return labelChange(label.before, label.after);
  if (after === undefined) return before === undefined ? "" : stockInWords(before);
  return before === undefined ? stockInWords(after) : stockChange(before, after);
}

function stockInWords({ quantity, status }: Stock): string {
  return `${formatCount(quantity)}, ${uiText.statuses[status]}`;
}

/** `3 → 5, available → sold`: only what changes. */
function stockChange(before: Stock, after: Stock): string {
  const parts = [
    before.quantity !== after.quantity && `${formatCount(before.quantity)} → ${formatCount(after.quantity)}`,
    before.status !== after.status && `${uiText.statuses[before.status]} → ${uiText.statuses[after.status]}`,
  ];
  return parts.filter((part) => part !== false).join(", ");
}

/** `Name: Rex → Max; Kind: dog, tan → none`: only what changes. */
function labelChange(before: LabelMembers | null, after: LabelMembers | null): string {
  return (["name", "kind", "code", "low"] as const)
    .map(
      (member) => [importsText[member], memberText(before?.[member]), memberText(after?.[member])] as const,
    )
    .filter(([, was, is]) => was !== is)
    .map(([title, was, is]) => importsText.inColumn(title, `${was} → ${is}`))
    .join("; ");
}

function memberText(value: string | number | null | undefined): string {
  if (typeof value === "number") return formatCount(value);
  return typeof value === "string" ? isolated(value) : transferText.none;
}
