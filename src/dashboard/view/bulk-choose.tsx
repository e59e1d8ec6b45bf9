// First step of a bulk change: drop, choose or paste the rows.

import { useState } from "preact/hooks";
import type { BulkChange } from "../state/bulk-change.ts";

export interface BulkChooseProps {
  readonly bulk: BulkChange;
  /** Why the last file was refused. */
  readonly message: string | undefined;
}

export function BulkChoose({ bulk, message }: BulkChooseProps) {
  const open = (file: File | undefined): void => void (file !== undefined && bulk.openFile(file));
  return (
    <div class="bulk-step">
      <p>
        The file needs a column of pet ids and a column of quantities. You see a preview before anything
        changes.
      </p>
      <p class="error" role="alert">
        {message}
      </p>
      <label class="drop">
        <span>
          Drop a CSV file anywhere, or <u>choose one</u>
        </span>
        <input
          type="file"
          accept=".csv,.tsv,.txt,.json,.ndjson,.jsonl"
          onChange={(event) => open(event.currentTarget.files?.[0])}
        />
      </label>
      <PasteRows bulk={bulk} />
    </div>
  );
}

function PasteRows({ bulk }: Pick<BulkChooseProps, "bulk">) {
  const [pasted, setPasted] = useState("");
  const isEmpty = pasted.trim() === "";
  return (
    <>
      <label for="pasted">Or paste rows from a spreadsheet</label>
      <textarea
        id="pasted"
        rows={5}
        spellcheck={false}
        placeholder={"petId,quantity\n305144,3"}
        value={pasted}
        onInput={(event) => setPasted(event.currentTarget.value)}
      />
      <footer>
        <button type="button" class="primary" disabled={isEmpty} onClick={() => void bulk.paste(pasted)}>
          Preview
        </button>
      </footer>
    </>
  );
}
