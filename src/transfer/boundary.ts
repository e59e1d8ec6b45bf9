// Where one record of a file ends and the next begins: the only thing that must be known before a file can be read in
// pieces. A boundary looks at every byte once, keeps nothing but a state, and never judges what a record says.

export const LF = 0x0a;
export const CR = 0x0d;
export const SPACE = 0x20;
export const TAB = 0x09;
export const QUOTE = 0x22;

/** A record, its end included, is at most so long: a hundred times what an item needs, and nothing to memory. */
export const RECORD_BYTES_MAX = 65_536;

/** A stretch of the file. One object for the whole file, as it is handed over once for each record. */
export interface Window {
  readonly bytes: Uint8Array;
  /** Where the present record begins. */
  start: number;
  /** How far it has been looked at. */
  at: number;
  /** Where to stop looking. */
  to: number;
}

/** Why there is no reading on, and from which line. */
export interface Breakage {
  readonly line: number;
  readonly rule: string;
}

export interface Boundary {
  /** Looks on from `at` to the present record's end. True where it was found; `at` is behind it then. */
  next(window: Window): boolean;
  /** The line where the record begins that was ended last, or is being looked at. */
  readonly line: number;
  /** The line that is being looked at. */
  readonly currentLine: number;
  /** The record that was ended last holds nothing, not even a mistake. */
  readonly blank: boolean;
  /** Set where `next` found that the file cannot go on like this. */
  readonly broken: Breakage | undefined;
  /** What to say of a record beyond `RECORD_BYTES_MAX`; `fatal` where its end cannot be trusted to be found. */
  tooLong(): Breakage & { readonly fatal: boolean };
  /** The file has ended. Undefined where what is left is a whole record. */
  end(window: Window): Breakage | undefined;
}

/** NDJSON: a record is a line. */
export class LineBoundary implements Boundary {
  line = 0;
  currentLine = 1;
  blank = false;
  readonly broken = undefined;

  next(window: Window): boolean {
    this.line = this.currentLine;
    const end = window.bytes.indexOf(LF, window.at);
    const found = end !== -1 && end < window.to;
    window.at = found ? end + 1 : window.to;
    if (!found) return false;
    this.currentLine += 1;
    this.blank = end === window.start;
    return true;
  }

  tooLong(): Breakage & { fatal: boolean } {
    return { line: this.line, rule: `the line is longer than ${RECORD_BYTES_MAX} bytes`, fatal: false };
  }

  end(): undefined {
    this.blank = false;
    return undefined;
  }
}
