// Previews a planned change: what the service would make of each pet, and the pets that cannot be changed. Shows the first rows and counts
// the others.

import type { ChangeSetResult } from "../../client/client.ts";
import type { Stock } from "../../contract/item-json.ts";
import type { Dashboard } from "../app/dashboard.ts";
import { formatCount } from "../language/format.ts";
import { PetName } from "../ui/pet-name.tsx";
import { changedPets, type Plan, type PlanProblem, previewedChanges } from "./planned-changes.ts";
import type { ServicePreview } from "./use-preview.ts";
import { petText } from "../language/en/pet.ts";
import { uiText } from "../language/en/ui.ts";

const SHOWN_MAX = 50;

interface PlanPreviewProps {
  readonly dashboard: Dashboard;
  readonly plan: Plan;
  readonly preview: ServicePreview;
  /** Selected pets that are no longer in the inventory. */
  readonly missing: number;
  /** The subject of problems. */
  readonly noun: "pet" | "row";
  readonly skips: boolean;
  readonly onSkip: (skips: boolean) => void;
}

export function PlanPreview({ dashboard, plan, preview, missing, noun, skips, onSkip }: PlanPreviewProps) {
  const { changes, problems } = plan;
  const { result, isCurrent } = preview;
  const unchanged = plan.unchanged + ((isCurrent && result?.unchanged) || 0);
  return (
    <>
      {problems.length > 0 && <Problems problems={problems} noun={noun} skips={skips} onSkip={onSkip} />}
      {changes.length > 0 && result !== undefined && changedPets(result) > 0 && (
        <Changes dashboard={dashboard} result={result} isCurrent={isCurrent} />
      )}
      <p class="quiet" role="status">
        {unchanged > 0 && `${petText.unchanged(unchanged)} `}
        {missing > 0 && petText.goneMeanwhile(missing)}
      </p>
    </>
  );
}

interface ChangesProps extends Pick<PlanPreviewProps, "dashboard"> {
  readonly result: ChangeSetResult;
  readonly isCurrent: boolean;
}

function Changes({ dashboard, result, isCurrent }: ChangesProps) {
  const shown = previewedChanges(result).slice(0, SHOWN_MAX);
  const more = changedPets(result) - shown.length;
  return (
    <div class="plan" role="region" aria-label={petText.preview} aria-busy={!isCurrent} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{petText.pet}</th>
            <th scope="col">{petText.now}</th>
            <th scope="col">{petText.afterwards}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ petId, before, after }) => (
            <tr key={String(petId)}>
              <th scope="row">
                <PetName petId={BigInt(petId)} label={dashboard.pets.label(BigInt(petId))} />
              </th>
              <td>{before && stockText(before, after)}</td>
              <td>{after === null ? petText.isRemoved : <b>{stockText(after, before)}</b>}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 && <p class="quiet">{petText.morePets(more)}</p>}
    </div>
  );
}

/** Only what changes; both for a pet that is removed. */
function stockText({ quantity, status }: Stock, other: Stock | null): string {
  const parts = [
    other?.quantity === quantity ? [] : [formatCount(quantity)],
    other?.status === status ? [] : [uiText.statuses[status]],
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
        {noun === "pet" ? petText.petsRefused(problems.length) : petText.rowsRefused(problems.length)}
      </p>
      <ul>
        {problems.slice(0, SHOWN_MAX).map(({ where, text }) => (
          <li key={where}>{petText.problem(where, text)}</li>
        ))}
        {problems.length > SHOWN_MAX && <li>{petText.moreProblems(problems.length - SHOWN_MAX)}</li>}
      </ul>
      <label class="choice-label">
        <input type="checkbox" checked={skips} onChange={(event) => onSkip(event.currentTarget.checked)} />
        {petText.leaveOut}
      </label>
    </div>
  );
}
