// ZIP archives without compression and without times, so that the same files give the same bytes on every machine.

export interface ZipFile {
  /** Path inside the archive, with slashes; ASCII. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

// The records of APPNOTE.TXT 6.3 (https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT), sections 4.3.7, 4.3.12 and 4.3.16.
const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
/** Version 2.0 of the format. */
const NEEDED = 20;
/** Made on Unix, so that the mode counts. */
const MADE_BY = (3 << 8) | NEEDED;
/** A plain file that all may read, in the upper half. */
const MODE = 0o100644 * 0x10000;
/** 1980-01-01, the earliest date. */
const DATE = 0x21;

export function storedZip(files: readonly ZipFile[]): Uint8Array<ArrayBuffer> {
  const local: Uint8Array[] = [];
  const central: Uint8Array[] = [];
  let offset = 0;
  for (const { name, bytes } of files) {
    const path = Buffer.from(name);
    const facts = factsOf(bytes, path.length);
    const entry = Buffer.concat([words([LOCAL, 4]), facts, path, bytes]);
    const place = words([0, 2], [0, 2], [0, 2], [MODE, 4], [offset, 4]);
    central.push(Buffer.concat([words([CENTRAL, 4], [MADE_BY, 2]), facts, place, path]));
    local.push(entry);
    offset += entry.length;
  }
  const directory = Buffer.concat(central);
  const count: Word = [files.length, 2];
  const end = words([END, 4], [0, 2], [0, 2], count, count, [directory.length, 4], [offset, 4], [0, 2]);
  return new Uint8Array(Buffer.concat([...local, directory, end]));
}

/** The fields that both records of a file share: stored, with its checksum and lengths, and nothing extra. */
function factsOf(bytes: Uint8Array, nameLength: number): Uint8Array {
  const sizes: readonly Word[] = [
    [Bun.hash.crc32(bytes), 4],
    [bytes.length, 4],
    [bytes.length, 4],
  ];
  return words([NEEDED, 2], [0, 2], [0, 2], [0, 2], [DATE, 2], ...sizes, [nameLength, 2], [0, 2]);
}

/** A number and its length in bytes. */
type Word = readonly [value: number, bytes: 2 | 4];

function words(...each: readonly Word[]): Uint8Array {
  const view = Buffer.alloc(each.reduce((sum, [, bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [value, bytes] of each) at = view.writeUIntLE(value, at, bytes);
  return view;
}
