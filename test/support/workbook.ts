// Workbooks (.xlsx) as spreadsheet programs write them: XML by hand in a ZIP archive, so that no library reads what it has written.

import { crc32, deflateRawSync } from "node:zlib";

const NAMESPACE = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships";
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

export interface SheetXml {
  readonly name: string;
  /** The rows in XML, such as `<row r="1"><c r="A1"><v>1</v></c></row>`. */
  readonly rows: string;
  readonly state?: "hidden" | "veryHidden";
}

interface WorkbookParts {
  readonly sheets: readonly SheetXml[];
  /** For `<c t="s"><v>0</v></c>`, as Excel writes texts. */
  readonly sharedStrings?: readonly string[];
  /** Formats of cells, for `<c s="1">`: the first is `General`. */
  readonly formats?: readonly string[];
  readonly date1904?: boolean;
  /** All elements have a prefix. */
  readonly isPrefixed?: boolean;
}

export function workbook(
  { sheets, sharedStrings = [], formats = [], date1904 = false, isPrefixed = false }: WorkbookParts,
  options: ZipOptions = {},
): Uint8Array<ArrayBuffer> {
  const relations = sheets.map((_, at) =>
    relation(`rId${at + 1}`, "worksheet", `worksheets/sheet${at + 1}.xml`),
  );
  const listed = sheets.map(
    ({ name, state }, at) =>
      `<sheet name="${escaped(name)}" sheetId="${at + 1}"${state === undefined ? "" : ` state="${state}"`} r:id="rId${at + 1}"/>`,
  );
  const strings = sharedStrings.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`);
  const numberFormats = formats.map(
    (code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${escaped(code)}"/>`,
  );
  const styles = formats.map((_, at) => `<xf numFmtId="${164 + at}" applyNumberFormat="1"/>`);
  const files: Record<string, string> = {
    "[Content_Types].xml": `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    "_rels/.rels": relationsXml([relation("rId1", "officeDocument", "xl/workbook.xml")]),
    "xl/workbook.xml": `${XML}<workbook xmlns="${NAMESPACE}" xmlns:r="${RELATIONS}"><workbookPr date1904="${date1904}"/><sheets>${listed.join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relationsXml([
      ...relations,
      relation("rId90", "sharedStrings", "sharedStrings.xml"),
      relation("rId91", "styles", "styles.xml"),
    ]),
    "xl/sharedStrings.xml": `${XML}<sst xmlns="${NAMESPACE}">${strings.join("")}</sst>`,
    "xl/styles.xml": `${XML}<styleSheet xmlns="${NAMESPACE}"><numFmts>${numberFormats.join("")}</numFmts><cellXfs><xf numFmtId="0"/>${styles.join("")}</cellXfs></styleSheet>`,
    ...Object.fromEntries(
      sheets.map(({ rows }, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        `${XML}<worksheet xmlns="${NAMESPACE}"><sheetData>${rows}</sheetData></worksheet>`,
      ]),
    ),
  };
  return zip(isPrefixed ? prefixed(files) : files, options);
}

/** As Microsoft's Open XML SDK writes it. */
function prefixed(files: Readonly<Record<string, string>>): Record<string, string> {
  const rename = (xml: string): string =>
    xml.replace(/<(\/?)(?=[a-zA-Z])/g, "<$1x:").replaceAll(`xmlns="${NAMESPACE}"`, `xmlns:x="${NAMESPACE}"`);
  return Object.fromEntries(
    Object.entries(files).map(([name, xml]) => [name, xml.includes(NAMESPACE) ? rename(xml) : xml]),
  );
}

/** Rows of texts and numbers, with texts inside the cells, as LibreOffice and libraries may write them. An absent row is empty. */
export function inlineRows(rows: readonly (readonly (string | number)[])[]): string {
  return rows
    .map((cells, row) => {
      const written = cells.map((value, column) => {
        const name = `${String.fromCharCode(65 + column)}${row + 1}`;
        if (value === "") return "";
        return typeof value === "number"
          ? `<c r="${name}"><v>${value}</v></c>`
          : `<c r="${name}" t="inlineStr"><is><t>${escaped(value)}</t></is></c>`;
      });
      return cells.length === 0 ? "" : `<row r="${row + 1}">${written.join("")}</row>`;
    })
    .join("");
}

function relation(id: string, type: string, target: string): string {
  return `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`;
}

function relationsXml(relations: readonly string[]): string {
  return `${XML}<Relationships xmlns="${PACKAGE_RELATIONS}">${relations.join("")}</Relationships>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

interface ZipOptions {
  /** The unpacked size that the directory names; by default the true one. */
  readonly sizeOf?: (name: string, size: number) => number;
  readonly flags?: number;
  /** Writes unpacked sizes with 64 bits. */
  readonly isWide?: boolean;
}

/** A ZIP archive, without anything that is optional. */
export function zip(
  files: Readonly<Record<string, string | Uint8Array>>,
  { sizeOf = (_, size) => size, flags = 0, isWide = false }: ZipOptions = {},
): Uint8Array<ArrayBuffer> {
  const pieces: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let length = 0;
  for (const [name, content] of Object.entries(files)) {
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    const packed = deflateRawSync(bytes);
    const path = new TextEncoder().encode(name);
    const size = sizeOf(name, bytes.length);
    const extra = isWide ? joined([u16(1), u16(8), u32(size), u32(0)]) : new Uint8Array();
    // Version, flags, method, time, date, checksum, sizes, length of the name, of the extra field.
    const sizes = [u32(packed.length), u32(isWide ? 0xffffffff : size), u16(path.length), u16(extra.length)];
    const facts = [u16(20), u16(flags), u16(8), u16(0), u16(0), u32(crc32(bytes)), ...sizes];
    const place = [u16(0), u16(0), u16(0), u32(0), u32(length)];
    directory.push(u32(0x02014b50), u16(20), ...facts, ...place, path, extra);
    const entry = joined([u32(0x04034b50), ...facts, path, extra, packed]);
    pieces.push(entry);
    length += entry.length;
  }
  const list = joined(directory);
  const count = Object.keys(files).length;
  const end = [
    u32(0x06054b50),
    u16(0),
    u16(0),
    u16(count),
    u16(count),
    u32(list.length),
    u32(length),
    u16(0),
  ];
  return joined([...pieces, list, ...end]);
}

function u16(value: number): Uint8Array {
  return Uint8Array.of(value & 0xff, value >>> 8);
}

function u32(value: number): Uint8Array {
  return Uint8Array.of(value & 0xff, (value >>> 8) & 0xff, (value >>> 16) & 0xff, value >>> 24);
}

function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat(pieces));
}
