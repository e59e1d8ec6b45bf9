// The rows of one group in the preview: the first of them, and how many more there are.

import type { Stock } from "../../contract/item-json.ts";
import type { LabelMembers } from "../../transfer/label-form.ts";
import type { Dashboard } from "../app/dashboard.ts";
import { formatCount, formatPlural } from "../language/format.ts";
import { isolated } from "../ui/isolated.ts";
import { PetName } from "../ui/pet-name.tsx";
import { COLUMN_TITLES } from "../imports/column-mapping.ts";
import { LISTED_MAX, type PlanGroup, type PlanList, type PlanRow } from "../imports/import-plan.ts";

interface PlanRowsProps {
  readonly dashboard: Dashboard;
  readonly group: PlanGroup;
  readonly list: PlanList;
  readonly caption: string;
}

const WHAT_TITLES: Readonly<Record<PlanGroup, string>> = {
  problem: "Problem",
  removed: "Now",
  changed: "Change",
  created: "New",
  labeled: "Change",
  unchanged: "Now",
};

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
            {hasLines && <th scope="col">Line</th>}
            <th scope="col">Pet</th>
            <th scope="col">{WHAT_TITLES[group]}</th>
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
      {more > 0 && <p class="quiet">and {formatPlural(more, "more row")}</p>}
    </div>
  );
}

function whatOf({ before, after, label, reason }: PlanRow): string {
  if (reason !== undefined) return reason;
  if (label !== undefined) return labelChange(label.before, label.after);
  if (after === undefined) return before === undefined ? "" : stockInWords(before);
  return before === undefined ? stockInWords(after) : stockChange(before, after);
}

function stockInWords({ quantity, status }: Stock): string {
  return `${formatCount(quantity)}, ${status}`;
}

/** `3 → 5, available → sold`: only what changes. */
function stockChange(before: Stock, after: Stock): string {
  const parts = [
    before.quantity !== after.quantity && `${formatCount(before.quantity)} → ${formatCount(after.quantity)}`,
    before.status !== after.status && `${before.status} → ${after.status}`,
  ];
  return parts.filter((part) => part !== false).join(", ");
}

/** `Name: Rex → Max; Kind: dog, tan → none`: only what changes. */
function labelChange(before: LabelMembers | null, after: LabelMembers | null): string {
  return (["name", "kind", "code", "low"] as const)
    .map(
      (member) => [COLUMN_TITLES[member], memberText(before?.[member]), memberText(after?.[member])] as const,
    )
    .filter(([, was, is]) => was !== is)
    .map(([title, was, is]) => `${title}: ${was} → ${is}`)
    .join("; ");
}

function memberText(value: string | number | null | undefined): string {
  return typeof value === "string" ? isolated(value) : String(value ?? "none");
}
