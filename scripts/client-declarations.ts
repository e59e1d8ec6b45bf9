// Writes the declarations of the client: those of its entry, and of the files that these import.

import { join, posix } from "node:path";
import type TypeScript from "typescript";

const SOURCE = join(import.meta.dir, "../src");
const IMPORTED = /\b(?:from|import\()\s*"(\.[^"]+\.ts)"/g;

/** `entry`: a file in `src/`. Throws if an exported value has no type annotation that is needed. */
export async function writeDeclarations(entry: string, folder: string): Promise<void> {
  // Loaded here, because that takes half a second.
  const { default: compiler } = await import("typescript");
  const found = [entry];
  for (const file of found) {
    const declarations = declare(compiler, file, await Bun.file(join(SOURCE, file)).text());
    const imported = [...declarations.matchAll(IMPORTED)].map(([, path]) =>
      posix.join(posix.dirname(file), path!),
    );
    found.push(...new Set(imported.filter((each) => !found.includes(each))));
    // Not every consumer's settings allow the source's `.ts` endings.
    const text = declarations.replaceAll(/(["'])(\.[^"']+)\.ts\1/g, '"$2.js"');
    await Bun.write(join(folder, file.replace(/\.ts$/, ".d.ts")), text);
  }
}

/** The declarations of one file alone, without its imports: that takes half the time of compiling all. */
function declare(compiler: typeof TypeScript, file: string, source: string): string {
  const { outputText, diagnostics = [] } = compiler.transpileDeclaration(source, {
    fileName: file,
    reportDiagnostics: true,
    compilerOptions: { strict: true, exactOptionalPropertyTypes: true, isolatedDeclarations: true },
  });
  const messages = diagnostics.map(({ messageText, start = 0 }) => {
    const line = source.slice(0, start).split("\n").length;
    return `src/${file}:${line}: ${compiler.flattenDiagnosticMessageText(messageText, "\n")}`;
  });
  if (messages.length > 0) throw new Error(`the client has no declarations:\n${messages.join("\n")}`);
  return outputText;
}
