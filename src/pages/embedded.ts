// The pages and the clients' packages inside the executable. Run from source, there are none: scripts/build.ts replaces this
// module by one that imports the built files.

export interface EmbeddedFile {
  readonly name: string;
  /** The `Content-Type`. */
  readonly type: string;
  /** Where the file is inside the executable. */
  readonly path: string;
}

/** The packages of the clients, for npm and for pip. */
export interface EmbeddedPackages {
  readonly client: EmbeddedFile;
  readonly wheel: EmbeddedFile;
}

interface Embedded extends EmbeddedPackages {
  /** By the name of the entry in `src/`; each list begins with the entry's own file. */
  readonly pages: Readonly<Record<string, readonly EmbeddedFile[]>>;
}

export const EMBEDDED: Embedded | undefined = undefined as Embedded | undefined;
