// First step of an import: drop, choose or paste the rows.

import { useState } from "preact/hooks";
import { transferText } from "../language/en/transfer.ts";
import { RichText } from "../ui/rich-text.tsx";
import { may } from "../state/roles.ts";
import type { ImportStepProps } from "./import.ts";

/** As a file may have them; other names are known, too. */
const PASTE_EXAMPLE = "petId,quantity\n305144,3";
const TYPES = ".xlsx,.xlsm,.csv,.tsv,.txt,.json,.ndjson,.jsonl";

export function ImportChoose({ dashboard, running, view }: ImportStepProps<"choose">) {
  const { state } = dashboard.store;
  const open = (file: File | undefined): void =>
    void (file !== undefined && running.openFile(file.name, file));
  return (
    <>
      <p>{may(state, "manager") ? transferText.chooseAsManager : transferText.chooseAsClerk}</p>
      <p class="error" role="alert">
        {view.message}
      </p>
      <label class="drop">
        <span>
          <RichText text={transferText.dropFile} parts={{ choose: <u>{transferText.chooseOne}</u> }} />
          <small class="quiet">{transferText.fileKinds}</small>
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
      <label for="pasted">{transferText.pasteRows}</label>
      <textarea
        id="pasted"
        rows={5}
        spellcheck={false}
        placeholder={PASTE_EXAMPLE}
        value={pasted}
        onInput={(event) => setPasted(event.currentTarget.value)}
      />
      <button
        type="button"
        class={pasted.trim() === "" ? "" : "primary"}
        disabled={pasted.trim() === ""}
        onClick={() => void running.openFile(transferText.pastedRows, new Blob([pasted]))}
      >
        {transferText.preview}
      </button>
    </div>
  );
}
