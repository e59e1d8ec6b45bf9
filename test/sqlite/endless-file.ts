// Crafts a file that SQLite reads for ever: in the tree of its schema, all children of a page are the next page
// (https://sqlite.org/fileformat2.html#b_tree_pages). Its header is that of a petstock database.

import { readFileSync, writeFileSync } from "node:fs";
import { APPLICATION_ID } from "../../src/sqlite/file/introspect.ts";
import { MIGRATIONS } from "../../src/sqlite/schema/schema.ts";

const PAGE_BYTES = 4_096;
const HEADER_BYTES = 100;
const AT = { pages: 28, version: 60, application: 68 } as const;
const INTERIOR = 5;
const LEAF = 13;
/** 300 ** LEVELS leaves take years to read. */
const LEVELS = 6;
const CHILDREN = 300;

/** Rewrites the petstock database at `path`; keeps the header of its first page. */
export function makeEndless(path: string): void {
  const first = readFileSync(path).subarray(0, PAGE_BYTES);
  first.fill(0, HEADER_BYTES);
  first.writeUInt32BE(LEVELS + 1, AT.pages);
  first.writeUInt32BE(MIGRATIONS.length, AT.version);
  first.writeUInt32BE(APPLICATION_ID, AT.application);
  const pages = [first, ...Array.from({ length: LEVELS }, () => Buffer.alloc(PAGE_BYTES))];
  pages.forEach((page, i) => {
    const offset = i === 0 ? HEADER_BYTES : 0;
    if (i < LEVELS) writeInterior(page, { offset, child: i + 2 });
    else writeLeaf(page);
  });
  writeFileSync(path, Buffer.concat(pages));
}

function writeInterior(page: Buffer, { offset, child }: { offset: number; child: number }): void {
  const start = PAGE_BYTES - CHILDREN * 6;
  page.writeUInt8(INTERIOR, offset);
  page.writeUInt16BE(CHILDREN, offset + 3);
  page.writeUInt16BE(start, offset + 5);
  page.writeUInt32BE(child, offset + 8);
  for (let cell = 0; cell < CHILDREN; cell++) {
    const at = start + cell * 6;
    page.writeUInt16BE(at, offset + 12 + cell * 2);
    page.writeUInt32BE(child, at);
    // A rowid as a varint of two bytes.
    page.writeUInt8(0x80 | ((cell + 1) >> 7), at + 4);
    page.writeUInt8((cell + 1) & 0x7f, at + 5);
  }
}

/** One row of five columns: NULL, except the root page, which is 0. */
function writeLeaf(page: Buffer): void {
  const cell = Buffer.from([6, 1, 6, 0, 0, 0, 8, 0]);
  const start = PAGE_BYTES - cell.length;
  page.writeUInt8(LEAF, 0);
  page.writeUInt16BE(1, 3);
  page.writeUInt16BE(start, 5);
  page.writeUInt16BE(start, 8);
  cell.copy(page, start);
}
