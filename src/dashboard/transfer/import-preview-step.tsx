// Second step of an import: its columns, its rows by what would happen to them, and what is said of the change.

import { useState } from "preact/hooks";
import { may } from "../state/roles.ts";
import type { Dashboard } from "../app/dashboard.ts";
import { transferText } from "../language/en/transfer.ts";
import { formatCount } from "../language/format.ts";
import { ReasonFields } from "../ui/reason-fields.tsx";
import { download } from "./download.ts";
import { problemsCsv } from "./problems-csv.ts";
import { hasColumns } from "../imports/sheet-file.ts";
import { ImportColumns } from "./import-columns.tsx";
import { ImportSheet } from "./import-sheet.tsx";
import type { ImportPreview } from "./import-view.ts";
import type { ImportStepProps } from "./import.ts";
import { type ImportPlan, PLAN_GROUPS, type PlanGroup, type PlanList } from "../imports/import-plan.ts";
import { WorkProgress } from "../ui/work-progress.tsx";
import { PlanRows } from "./plan-rows.tsx";
import { PersonText } from "../ui/person-text.tsx";

const PROBLEMS_FILE = "problems.csv";

export function ImportPreviewStep({ dashboard, running, view }: ImportStepProps<"preview">) {
  const { file, plan, rows, encoding, message, progress, check } = view;
  const rowsAbove = file.format === "xlsx" ? (file.sheet?.rowsAbove ?? 0) : 0;
  return (
    <>
      <p>
        <b>
          <PersonText text={file.name} />
        </b>
        {plan !== undefined && `, ${transferText.rows(rows)}`}
        {encoding !== "UTF-8" && `, ${transferText.readAs(encoding)}`}
        {rowsAbove > 0 && `, ${transferText.withoutRowsAbove(rowsAbove)}`}
      </p>
      {message !== undefined && (
        <p class="warn" role="alert">
          {transferText.lookAgain(message)}
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
      {progress !== undefined && <WorkProgress part={progress} label={transferText.fileRead} />}
      {plan === undefined ? (
        <p role="status">{file.sample.length === 0 ? transferText.severalSheets : transferText.noIdColumn}</p>
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
  if (group === undefined) return isComplete && <p role="status">{transferText.noRows}</p>;
  return (
    <>
      <div class="chips" role="group" aria-label={transferText.rowsByEffect}>
        {filled.map((each) => (
          <button
            key={each}
            type="button"
            class={`filter-chip group-${each}`}
            aria-pressed={each === group}
            onClick={() => setChosen(each)}
          >
            {transferText[each]} <span class="count">{formatCount(plan.groups[each].count)}</span>
          </button>
        ))}
      </div>
      <PlanRows dashboard={dashboard} group={group} list={plan.groups[group]} caption={transferText[group]} />
      {group === "problem" && <DownloadProblems list={plan.groups.problem} />}
    </>
  );
}

function DownloadProblems({ list }: { readonly list: PlanList }) {
  const file = (): Blob => new Blob([problemsCsv(list)], { type: "text/csv" });
  return (
    <p class="quiet">
      {transferText.problemsAreLeftOut}{" "}
      <button type="button" class="link" onClick={() => download(PROBLEMS_FILE, file())}>
        {transferText.downloadProblems}
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
        noReason={transferText.reasonImported}
        notePlaceholder={transferText.notePlaceholder}
        onChange={(chosen) => void running.choose(chosen)}
      />
      {may(dashboard.store.state, "manager") && hasQuantities && (
        <label class="check">
          <input
            type="checkbox"
            checked={options.replace}
            onChange={({ currentTarget: { checked } }) => void running.choose({ replace: checked })}
          />
          {transferText.replaceEverything}
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
        {transferText.checkFailed(check.message)}
      </p>
    );
  }
  return (
    <p class="summary quiet" role="status">
      {check.kind === "running" ? transferText.comparing : plan !== undefined && planInWords(plan)}
    </p>
  );
}

function planInWords({ groups }: ImportPlan): string {
  const { changed, created, removed, labeled, problem } = groups;
  const parts = [
    changed.count > 0 && transferText.countChanged(changed.count),
    created.count > 0 && transferText.countAdded(created.count),
    removed.count > 0 && transferText.countRemoved(removed.count),
    labeled.count > 0 && transferText.labelsChanged(labeled.count),
  ].filter((part) => part !== false);
  const whole = parts.length === 0 ? transferText.sameValues : parts.join(", ");
  return problem.count > 0 ? transferText.withProblems(whole, problem.count) : whole;
}

export function ImportPreviewActions({ running, view }: ImportStepProps<"preview">) {
  const { plan, check, progress } = view;
  const changes = plan === undefined ? 0 : changesOf(plan);
  const isReady = changes > 0 && check.kind === "ready" && progress === undefined;
  return (
    <>
      <Summary view={view} />
      <button type="button" class="start" onClick={() => running.restart()}>
        {transferText.otherFile}
      </button>
      {check.kind === "failed" && (
        <button type="button" onClick={() => void running.previewAgain()}>
          {transferText.previewAgain}
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
  if (plan === undefined || (changes === 0 && check.kind !== "ready")) return transferText.importAction;
  const { removed } = plan.groups;
  if (removed.count > 0) return transferText.importAndRemove(removed.count);
  return changes === 0 ? transferText.nothingToImport : transferText.importChanges(changes);
}
