// Finishes the imports that a reload of the page interrupted: asks the service again with the same Idempotency-Key, and says what
// has happened.

import { IDEMPOTENCY_RESEND_MS } from "../../inventory/idempotency.ts";
import { importsText } from "../language/en/imports.ts";
import { isolated } from "../ui/isolated.ts";
import { doneText, finishImport, type ImportOutcome } from "./finish-import.ts";
import type { ImportContext } from "./import-context.ts";
import type { ImportRequest } from "./import-request.ts";
import { ownerOf } from "./pending-imports.ts";

export async function resumeImports(
  context: ImportContext,
  requests: readonly ImportRequest[],
): Promise<void> {
  for (const { id } of requests) {
    await context.imports.claim(id, async () => {
      const request = await context.imports.get(id);
      if (request !== undefined && isOwn(context, request)) await resume(context, request);
    });
  }
}

/** Another key may have been signed in meanwhile: then the import waits for its own. */
function isOwn({ store }: ImportContext, { owner }: ImportRequest): boolean {
  const { me } = store.state;
  return me !== undefined && ownerOf(me) === owner;
}

async function resume(context: ImportContext, request: ImportRequest): Promise<void> {
  const { name } = request;
  if (Date.now() - request.startedAt > IDEMPOTENCY_RESEND_MS) {
    await context.imports.remove(request.id);
    const text = importsText.importInterrupted(isolated(name));
    return context.notify({ text, tone: "bad" });
  }
  const outcome = await finishImport(context, request);
  const again = { title: importsText.tryAgain, run: () => void resumeImports(context, [request]) };
  const { text, isFinal } = inWords(name, outcome);
  const undo = outcome.kind === "done" ? outcome.undo : undefined;
  const tone = outcome.kind === "done" ? "good" : "bad";
  context.notify({ text, tone, undo, ...(!isFinal && { action: again }) });
}

function inWords(file: string, outcome: ImportOutcome): { readonly text: string; readonly isFinal: boolean } {
  const name = isolated(file);
  switch (outcome.kind) {
    case "done":
      return { text: importsText.importComplete(name, doneText(outcome.result)), isFinal: true };
    case "changed":
    case "refused":
      return { text: importsText.importAgain(name, outcome.message), isFinal: true };
    case "unknown":
      return { text: importsText.importUnknown(name, outcome.message), isFinal: false };
  }
}
