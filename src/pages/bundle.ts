// Bundles a page from its HTML entry. Run from source, it is built here; the compiled executable contains it already built.
// Bun could serve the entry itself, but not with our headers.

import { basename } from "node:path";
import type { HTMLBundle } from "bun";

export interface PageFile {
  /** Contains a hash of the content, so that browsers may cache the file forever. */
  readonly name: string;
  /** The `Content-Type`. */
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface PageBundle {
  readonly html: PageFile;
  readonly files: readonly PageFile[];
}

/** References in the files point to `folder`, such as `/assets/`. Throws if the source does not build. */
export async function bundlePage(entry: HTMLBundle, folder: string): Promise<PageBundle> {
  const bundled = await (entry.files === undefined ? built(entry.index) : embedded(entry.files));
  const names = bundled.map(({ name }) => name);
  const files = bundled.map((file) => withFolder(file, names, folder));
  const html = files.find(({ type }) => type.startsWith("text/html"));
  if (html === undefined) throw new Error(`the bundle of ${entry.index} has no page`);
  return { html, files: files.filter((file) => file !== html) };
}

interface BundledFile extends PageFile {
  /** References no other file, so its content is not changed. */
  readonly verbatim: boolean;
}

/** The folder in which both ways of bundling put the files. */
const ROOT = "/";

async function built(entry: string): Promise<BundledFile[]> {
  const { success, outputs, logs } = await Bun.build({
    entrypoints: [entry],
    target: "browser",
    minify: true,
    publicPath: ROOT,
    throw: false,
  });
  if (!success) throw new Error([`${entry} does not build:`, ...logs.map(describeLog)].join("\n  "));
  return Promise.all(
    outputs.map(async (output) => ({
      name: basename(output.path),
      type: output.type,
      bytes: await bytesOf(output),
      verbatim: output.loader === "file",
    })),
  );
}

function describeLog({ message, position }: BuildMessage | ResolveMessage): string {
  return position === null ? message : `${position.file}:${position.line}: ${message}`;
}

async function embedded(files: NonNullable<HTMLBundle["files"]>): Promise<BundledFile[]> {
  return Promise.all(
    files.map(async ({ path, loader, headers }) => ({
      name: basename(path),
      type: headers["content-type"],
      bytes: await bytesOf(Bun.file(path)),
      verbatim: loader === "file",
    })),
  );
}

/** Plain text replacement is safe: the names contain a hash, so they occur only as references. */
function withFolder(
  { name, type, bytes, verbatim }: BundledFile,
  names: readonly string[],
  folder: string,
): PageFile {
  if (verbatim) return { name, type, bytes };
  let text = new TextDecoder().decode(bytes);
  for (const other of names) text = text.replaceAll(ROOT + other, folder + other);
  return { name, type, bytes: new TextEncoder().encode(text) };
}

async function bytesOf(blob: Blob): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await blob.arrayBuffer());
}
