// Lets the user choose one of the sheets of a workbook.

import type { WorkbookFile } from "../imports/sheet-file.ts";
import type { SheetSample } from "../imports/workbook/workbook.ts";
import { isHeader } from "../imports/guess-columns.ts";
import { transferText } from "../language/en/transfer.ts";
import { isolated } from "../ui/isolated.ts";

interface ImportSheetProps {
  readonly file: WorkbookFile;
  readonly onSheet: (sheet: SheetSample) => void;
}

export function ImportSheet({ file: { sheets, sheet: chosen }, onSheet }: ImportSheetProps) {
  return (
    <label class="sheet-choice">
      {transferText.sheet}
      <select
        value={chosen?.name ?? ""}
        onChange={({ currentTarget: { value } }) => {
          const sheet = sheets.find(({ name }) => name === value);
          if (sheet !== undefined) onSheet(sheet);
        }}
      >
        {chosen === undefined && <option value="">{transferText.chooseSheet}</option>}
        {sheets.map((sheet) => (
          <option key={sheet.name} value={sheet.name}>
            {`${isolated(sheet.name)} (${transferText.rows(rowsBelowNames(sheet))})`}
          </option>
        ))}
      </select>
    </label>
  );
}

/** As the preview counts them. */
function rowsBelowNames({ rows, sample: [first = []] }: SheetSample): number {
  return isHeader(first) ? rows - 1 : rows;
}
