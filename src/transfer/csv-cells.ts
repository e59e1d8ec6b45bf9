// Splits one CSV record into its cells (RFC 4180). A quote has a meaning only as the first character of a cell, as in
// CsvScanner, which found where the record ends.

/**
 * The cells of a record, whose line break may be there. A cell that has text behind its closing quote is kept as it is
 * written, and added to `strays`. Undefined if a quote is not closed.
 */
export function splitCells(record: string, separator: string, strays: string[] = []): string[] | undefined {
  const text = withoutLineBreak(record);
  if (!text.includes('"')) return text.split(separator);
  const cells: string[] = [];
  for (let start = 0; start <= text.length;) {
    const close = text[start] === '"' ? closingQuote(text, start) : undefined;
    if (close === -1) return undefined;
    const separatorAt = text.indexOf(separator, close ?? start);
    const end = separatorAt === -1 ? text.length : separatorAt;
    const isQuoted = close !== undefined && close + 1 === end;
    if (close !== undefined && !isQuoted) strays.push(text.slice(start, end));
    cells.push(isQuoted ? text.slice(start + 1, close).replaceAll('""', '"') : text.slice(start, end));
    start = end + 1;
  }
  return cells;
}

/** Where the quote is closed that opens at `open`; -1 if it is not. A quote that is written twice is part of the cell. */
function closingQuote(text: string, open: number): number {
  let at = text.indexOf('"', open + 1);
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}

function withoutLineBreak(record: string): string {
  const length = record.endsWith("\r\n") ? 2 : record.endsWith("\n") || record.endsWith("\r") ? 1 : 0;
  return length === 0 ? record : record.slice(0, -length);
}
