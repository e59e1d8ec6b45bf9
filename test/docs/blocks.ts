// The code blocks of the documents that users read.

import { join } from "node:path";
import { read } from "./document.ts";

export interface Block {
  readonly document: string;
  /** As written behind the opening fence; empty if it is not named. */
  readonly language: string;
  readonly text: string;
}

const ROOT = join(import.meta.dir, "../..");
const FENCED = /^```(\w*)\n([\s\S]*?)^```$/gm;

/** Documents of users and operators; those of contributors have commands that take minutes or publish. */
export function userDocuments(): readonly string[] {
  const patterns = ["README.md", "docs/*.md", "packages/*/README.md", "examples/**/README.md"];
  return patterns.flatMap((pattern) => [...new Bun.Glob(pattern).scanSync(ROOT)].toSorted());
}

export async function blocksOf(document: string): Promise<readonly Block[]> {
  const found = (await read(document)).matchAll(FENCED);
  return [...found].map(([, language = "", text = ""]) => ({ document, language, text }));
}
