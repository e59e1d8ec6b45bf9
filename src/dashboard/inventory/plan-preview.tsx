// Previews a planned change: its effect on each pet, and the pets it cannot change. Shows the first rows and counts the others.

import type { Dashboard } from "../app/dashboard.ts";
import { formatCount, formatPlural } from "../ui/format.ts";
import { PetName } from "../ui/pet-name.tsx";
import type { Plan, PlannedChange, PlanProblem } from "./planned-changes.ts";

const SHOWN_MAX = 50;

interface PlanPreviewProps {
  readonly dashboard: Dashboard;
  readonly plan: Plan;
  /** Selected pets that are no longer in the inventory. */
  readonly missing: number;
  /** The subject of problems. */
  readonly noun: "pet" | "row";
  readonly skips: boolean;
  readonly onSkip: (skips: boolean) => void;
}

export function PlanPreview({ dashboard, plan, missing, noun, skips, onSkip }: PlanPreviewProps) {
  const { changes, unchanged, problems } = plan;
  return (
    <>
      {problems.length > 0 && <Problems problems={problems} noun={noun} skips={skips} onSkip={onSkip} />}
      {changes.length > 0 && <Changes dashboard={dashboard} changes={changes} />}
      <p class="quiet" role="status">
        {unchanged > 0 && `${formatPlural(unchanged, "pet is", "pets are")} like that already. `}
        {missing > 0 && `${formatPlural(missing, "pet has", "pets have")} been removed by others meanwhile.`}
      </p>
    </>
  );
}

function Changes({ dashboard, changes }: Pick<PlanPreviewProps, "dashboard"> & Pick<Plan, "changes">) {
  return (
    <div class="plan" role="region" aria-label="Preview" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Pet</th>
            <th scope="col">Now</th>
            <th scope="col">Then</th>
          </tr>
        </thead>
        <tbody>
          {changes.slice(0, SHOWN_MAX).map(({ from, to, by }) => (
            <tr key={String(from.petId)}>
              <th scope="row">
                <PetName petId={from.petId} label={dashboard.pets.label(from.petId)} />
              </th>
              <td>{stockText(from, { from, to, ...(by !== undefined && { by }) })}</td>
              <td>{to === undefined ? "removed" : <b>{stockText(to, { from, to })}</b>}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {changes.length > SHOWN_MAX && (
        <p class="quiet">and {formatPlural(changes.length - SHOWN_MAX, "more pet")}</p>
      )}
    </div>
  );
}

/** Only what changes; both for a pet that is removed. */
function stockText(
  { quantity, status }: PlannedChange["from"],
  { from, to }: Pick<PlannedChange, "from" | "to">,
): string {
  const parts = [
    to?.quantity === from.quantity ? [] : [formatCount(quantity)],
    to?.status === from.status ? [] : [status],
  ];
  return parts.flat().join(", ");
}

interface ProblemsProps extends Pick<PlanPreviewProps, "noun" | "skips" | "onSkip"> {
  readonly problems: readonly PlanProblem[];
}

function Problems({ problems, noun, skips, onSkip }: ProblemsProps) {
  return (
    <div class="plan-problems">
      <p class="bad" role="alert">
        {formatPlural(problems.length, noun)} cannot be changed:
      </p>
      <ul>
        {problems.slice(0, SHOWN_MAX).map(({ where, text }) => (
          <li key={where}>
            {where}: {text}
          </li>
        ))}
        {problems.length > SHOWN_MAX && <li>and {formatCount(problems.length - SHOWN_MAX)} more</li>}
      </ul>
      <label class="choice-label">
        <input type="checkbox" checked={skips} onChange={(event) => onSkip(event.currentTarget.checked)} />
        Leave them out and change the others
      </label>
    </div>
  );
}
