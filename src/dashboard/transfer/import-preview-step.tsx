// Second step of an import: its columns, its rows by what would happen to them, and what is said of the change.

import { useState } from "preact/hooks";
import { may } from "../state/roles.ts";
import type { Dashboard } from "../app/dashboard.ts";
import { formatCount, formatPlural } from "../language/format.ts";
import { ReasonFields } from "../ui/reason-fields.tsx";
import { download } from "./download.ts";
import { problemsCsv } from "./problems-csv.ts";
import { hasColumns } from "../imports/sheet-file.ts";
import { ImportColumns } from "./import-columns.tsx";
import { ImportSheet } from "./import-sheet.tsx";
import { FILE_READ, type ImportPreview } from "./import-view.ts";
import type { ImportStepProps } from "./import.ts";
import { type ImportPlan, PLAN_GROUPS, type PlanGroup, type PlanList } from "../imports/import-plan.ts";
import { WorkProgress } from "../ui/work-progress.tsx";
import { PlanRows } from "./plan-rows.tsx";
import { PersonText } from "../ui/person-text.tsx";

const GROUP_TITLES: Readonly<Record<PlanGroup, string>> = {
  problem: "Problems",
  removed: "Removed",
  changed: "Changed",
  created: "Added",
  labeled: "Labels",
  unchanged: "Unchanged",
};

export function ImportPreviewStep({ dashboard, running, view }: ImportStepProps<"preview">) {
  const { file, plan, rows, encoding, message, progress, check } = view;
  const rowsAbove = file.format === "xlsx" ? (file.sheet?.rowsAbove ?? 0) : 0;
  return (
    <>
      <p>
        <b>
          <PersonText text={file.name} />
        </b>
        {plan !== undefined && `, ${formatPlural(rows, "row")}`}
        {encoding !== "UTF-8" && `, read as ${encoding}`}
        {rowsAbove > 0 && `, without ${formatPlural(rowsAbove, "row")} above the names`}
      </p>
      {message !== undefined && (
        <p class="warn" role="alert">
          {message}. Look at the preview again.
        </p>
      )}
      {file.format === "xlsx" && file.sheets.length > 1 && (
        <ImportSheet file={file} onSheet={(sheet) => void running.chooseSheet(sheet)} />
      )}
      {hasColumns(file) && file.sample.length > 0 && (
        <ImportColumns
          key={file.format === "xlsx" && file.sheet?.name}
          dashboard={dashboard}
          view={view}
          onMapping={(mapping) => void running.map(mapping)}
        />
      )}
      {progress !== undefined && <WorkProgress part={progress} label={FILE_READ} />}
      {plan === undefined ? (
        <p role="status">
          {file.sample.length === 0
            ? "The workbook has several sheets. Choose one above."
            : "No column was recognised as the pet ids. Choose it above."}
        </p>
      ) : (
        <Groups dashboard={dashboard} plan={plan} isComplete={check.kind === "ready"} />
      )}
      {plan !== undefined && <Options dashboard={dashboard} running={running} view={view} />}
    </>
  );
}

interface GroupsProps {
  readonly dashboard: Dashboard;
  readonly plan: ImportPlan;
  /** Whether the service has answered. */
  readonly isComplete: boolean;
}

function Groups({ dashboard, plan, isComplete }: GroupsProps) {
  const [chosen, setChosen] = useState<PlanGroup>();
  const filled = PLAN_GROUPS.filter((group) => plan.groups[group].count > 0);
  const group = chosen !== undefined && filled.includes(chosen) ? chosen : filled[0];
  if (group === undefined) return isComplete && <p role="status">The file has no rows below its names.</p>;
  return (
    <>
      <div class="chips" role="group" aria-label="Rows by what would happen">
        {filled.map((each) => (
          <button
            key={each}
            type="button"
            class={`filter-chip group-${each}`}
            aria-pressed={each === group}
            onClick={() => setChosen(each)}
          >
            {GROUP_TITLES[each]} <span class="count">{formatCount(plan.groups[each].count)}</span>
          </button>
        ))}
      </div>
      <PlanRows dashboard={dashboard} group={group} list={plan.groups[group]} caption={GROUP_TITLES[group]} />
      {group === "problem" && <DownloadProblems list={plan.groups.problem} />}
    </>
  );
}

function DownloadProblems({ list }: { readonly list: PlanList }) {
  const file = (): Blob => new Blob([problemsCsv(list)], { type: "text/csv" });
  return (
    <p class="quiet">
      Rows with problems are left out.{" "}
      <button type="button" class="link" onClick={() => download("problems.csv", file())}>
        Download the problems
      </button>
    </p>
  );
}

function Options({ dashboard, running, view }: ImportStepProps<"preview">) {
  const { options, hasQuantities } = view;
  return (
    <>
      <ReasonFields
        reason={options.reason}
        note={options.note ?? ""}
        noReason="Imported"
        notePlaceholder="Optional, such as a delivery note"
        onChange={(chosen) => void running.choose(chosen)}
      />
      {may(dashboard.store.state, "manager") && hasQuantities && (
        <label class="check">
          <input
            type="checkbox"
            checked={options.replace}
            onChange={({ currentTarget: { checked } }) => void running.choose({ replace: checked })}
          />
          Replace everything: remove the pets that are not in the file
        </label>
      )}
    </>
  );
}

/** What the import changes, in words. */
function Summary({ view: { check, plan } }: { readonly view: ImportPreview }) {
  if (check.kind === "failed") {
    return (
      <p class="summary error" role="status">
        {check.message}.
      </p>
    );
  }
  return (
    <p class="summary quiet" role="status">
      {check.kind === "running" ? "Comparing with the inventory…" : plan !== undefined && planInWords(plan)}
    </p>
  );
}

function planInWords({ groups }: ImportPlan): string {
  const { changed, created, removed, labeled, problem } = groups;
  const parts = [
    changed.count > 0 && `${formatCount(changed.count)} changed`,
    created.count > 0 && `${formatCount(created.count)} added`,
    removed.count > 0 && `${formatCount(removed.count)} removed`,
    labeled.count > 0 && `${formatPlural(labeled.count, "label")} changed`,
  ].filter((part) => part !== false);
  const whole = parts.length === 0 ? "The inventory already has these values" : parts.join(", ");
  return problem.count > 0 ? `${whole}; ${formatPlural(problem.count, "row")} with problems left out` : whole;
}

export function ImportPreviewActions({ running, view }: ImportStepProps<"preview">) {
  const { plan, check, progress } = view;
  const changes = plan === undefined ? 0 : changesOf(plan);
  const isReady = changes > 0 && check.kind === "ready" && progress === undefined;
  return (
    <>
      <Summary view={view} />
      <button type="button" class="start" onClick={() => running.restart()}>
        Other file
      </button>
      {check.kind === "failed" && (
        <button type="button" onClick={() => void running.previewAgain()}>
          Preview again
        </button>
      )}
      <button
        type="button"
        class={plan !== undefined && plan.groups.removed.count > 0 ? "primary danger" : "primary"}
        aria-disabled={!isReady}
        onClick={() => isReady && void running.apply()}
      >
        {titleOf(view, changes)}
      </button>
    </>
  );
}

function changesOf({ groups }: ImportPlan): number {
  return groups.changed.count + groups.created.count + groups.removed.count + groups.labeled.count;
}

/** Removing is named, so that it is no surprise. */
function titleOf({ plan, check }: ImportPreview, changes: number): string {
  if (plan === undefined || (changes === 0 && check.kind !== "ready")) return "Import";
  const { removed } = plan.groups;
  if (removed.count > 0) return `Import, remove ${formatPlural(removed.count, "pet")}`;
  return changes === 0 ? "Nothing to import" : `Import ${formatPlural(changes, "change")}`;
}
