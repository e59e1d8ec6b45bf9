// A page and all it needs, made of its HTML entry: bundled here when it runs from source, found ready in the compiled
// executable. The runtime could serve such an entry itself, but not with headers of ours.

import { basename } from "node:path";
import type { HTMLBundle } from "bun";

export interface PageFile {
  /** With a hash of its content, so that it is kept for good. */
  readonly name: string;
  /** The `Content-Type`. */
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface PageBundle {
  readonly html: PageFile;
  readonly files: readonly PageFile[];
}

/** Made for the files to lie in `folder`, such as `/assets/`. Throws where the source does not build. */
export async function bundlePage(entry: HTMLBundle, folder: string): Promise<PageBundle> {
  const made = await (entry.files === undefined ? built(entry.index) : embedded(entry.files));
  const names = made.map(({ name }) => name);
  const files = made.map((file) => moved(file, names, folder));
  const html = files.find(({ type }) => type.startsWith("text/html"));
  if (html === undefined) throw new Error(`the bundle of ${entry.index} has no page`);
  return { html, files: files.filter((file) => file !== html) };
}

interface MadeFile extends PageFile {
  /** Taken as it is: it names no other file. */
  readonly verbatim: boolean;
}

/** Where both ways of bundling put the files. */
const ROOT = "/";

async function built(entry: string): Promise<MadeFile[]> {
  const { success, outputs, logs } = await Bun.build({
    entrypoints: [entry],
    target: "browser",
    minify: true,
    publicPath: ROOT,
    throw: false,
  });
  if (!success) throw new Error([`${entry} does not build:`, ...logs.map(placed)].join("\n  "));
  return Promise.all(
    outputs.map(async (output) => ({
      name: basename(output.path),
      type: output.type,
      bytes: await bytesOf(output),
      verbatim: output.loader === "file",
    })),
  );
}

function placed({ message, position }: BuildMessage | ResolveMessage): string {
  return position === null ? message : `${position.file}:${position.line}: ${message}`;
}

async function embedded(files: NonNullable<HTMLBundle["files"]>): Promise<MadeFile[]> {
  return Promise.all(
    files.map(async ({ path, loader, headers }) => ({
      name: basename(path),
      type: headers["content-type"],
      bytes: await bytesOf(Bun.file(path)),
      verbatim: loader === "file",
    })),
  );
}

/** Names of bundled files have a hash, so they stand for nothing else. */
function moved(
  { name, type, bytes, verbatim }: MadeFile,
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
