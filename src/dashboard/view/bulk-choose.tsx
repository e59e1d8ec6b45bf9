// Takes the file: dropped, chosen or pasted.

import { useState } from "preact/hooks";
import type { BulkChange } from "../state/bulk-change.ts";

export interface BulkChooseProps {
  readonly bulk: BulkChange;
  readonly trouble: string | undefined;
}

export function BulkChoose({ bulk, trouble }: BulkChooseProps) {
  const [pasted, setPasted] = useState("");
  const open = (file: File | undefined): void => void (file !== undefined && bulk.openFile(file));
  return (
    <div class="bulk-step">
      <p>
        A column with the ids of the pets and one with their quantities is all it takes. Nothing is changed
        yet.
      </p>
      <p class="trouble" role="alert">
        {trouble}
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
      <label for="pasted">Or paste rows of a spreadsheet</label>
      <textarea
        id="pasted"
        rows={5}
        spellcheck={false}
        placeholder={"petId,quantity\n305144,3"}
        value={pasted}
        onInput={(event) => setPasted(event.currentTarget.value)}
      />
      <footer>
        <button
          type="button"
          class="primary"
          disabled={pasted.trim() === ""}
          onClick={() => void bulk.paste(pasted)}
        >
          Look at what it does
        </button>
      </footer>
    </div>
  );
}
