// First step of an import: drop, choose or paste the rows.

import { useState } from "preact/hooks";
import { may } from "../state/roles.ts";
import type { ImportStepProps } from "./import.ts";

const TYPES = ".xlsx,.xlsm,.csv,.tsv,.txt,.json,.ndjson,.jsonl";

export function ImportChoose({ dashboard, running, view }: ImportStepProps<"choose">) {
  const { state } = dashboard.store;
  const open = (file: File | undefined): void =>
    void (file !== undefined && running.openFile(file.name, file));
  return (
    <>
      <p>
        {may(state, "manager")
          ? "A file with pet ids, and quantities, statuses, names, kinds, codes or low quantities. You see what it would do before anything changes."
          : "A file with pet ids and quantities. You see what it would do before anything changes. Your key changes quantities; everything else needs the role manager."}
      </p>
      <p class="error" role="alert">
        {view.message}
      </p>
      <label class="drop">
        <span>
          Drop a file here, or <u>choose one</u>
          <small class="quiet">Excel (.xlsx), CSV as spreadsheets save it, NDJSON or JSON, up to 50 MB</small>
        </span>
        <input type="file" accept={TYPES} onChange={(event) => open(event.currentTarget.files?.[0])} />
      </label>
      <PasteRows running={running} />
    </>
  );
}

function PasteRows({ running }: Pick<ImportStepProps<"choose">, "running">) {
  const [pasted, setPasted] = useState("");
  return (
    <div class="paste">
      <label for="pasted">Or paste rows from a spreadsheet</label>
      <textarea
        id="pasted"
        rows={5}
        spellcheck={false}
        placeholder={"petId,quantity\n305144,3"}
        value={pasted}
        onInput={(event) => setPasted(event.currentTarget.value)}
      />
      <button
        type="button"
        class={pasted.trim() === "" ? "" : "primary"}
        disabled={pasted.trim() === ""}
        onClick={() => void running.openFile("pasted rows", new Blob([pasted]))}
      >
        Preview
      </button>
    </div>
  );
}
