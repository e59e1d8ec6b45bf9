// The import's worker: reads files and chooses the rows to send, so that the page draws and answers keys meanwhile. Keeps the rows; the
// page gets counts, the problems, and what is to be sent. Served at /import-worker.js.

import { sentError } from "../data/worker-messages.ts";
import { petsOf } from "./copied-pets.ts";
import type { ImportAnswer, ImportMessage, ImportRequestMessage, ToWorker } from "./import-messages.ts";
import { draftSheet, factsOf, type SheetFacts } from "./sheet.ts";
import { openWorkbookHere, readSheetFile, type SheetRows, type WorkOptions } from "../imports/sheet-file.ts";

/** Several a second, and seldom enough to cost the page nothing. */
const PROGRESS_MS = 50;

const sheets = new Map<number, { readonly read: SheetRows; readonly facts: SheetFacts }>();
const aborts = new Map<number, AbortController>();

/** The part of the worker's global scope that is used: DOM's types are those of a page. */
const scope = globalThis as unknown as {
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
  postMessage: (message: ImportMessage) => void;
};

scope.onmessage = ({ data }) => {
  if ("abort" in data) return aborts.get(data.id)?.abort();
  void run(data.id, data);
};

async function run(id: number, request: ImportRequestMessage): Promise<void> {
  const abort = new AbortController();
  aborts.set(id, abort);
  try {
    const answer = await answerTo(request, { signal: abort.signal, onProgress: progressOf(id) });
    scope.postMessage({ id, kind: "end", answer });
  } catch (error) {
    scope.postMessage({ id, kind: "error", error: sentError(error) });
  } finally {
    aborts.delete(id);
  }
}

async function answerTo(request: ImportRequestMessage, work: WorkOptions): Promise<ImportAnswer> {
  switch (request.call) {
    case "open workbook":
      return { workbook: await openWorkbookHere(request.blob) };
    case "read": {
      const read = await readSheetFile(request.file, { ...work, layout: request.layout });
      const facts = factsOf(read);
      sheets.set(request.sheet, { read, facts });
      return { facts };
    }
    case "draft": {
      const { read, facts } = sheets.get(request.sheet)!;
      return draftSheet(read, facts, { ...request.options, ...work, pets: petsOf(request.pets) });
    }
    case "close":
      sheets.delete(request.sheet);
      return undefined;
  }
}

function progressOf(id: number): (part: number) => void {
  let toldAt = -Infinity;
  return (part) => {
    if (performance.now() - toldAt < PROGRESS_MS) return;
    toldAt = performance.now();
    scope.postMessage({ id, kind: "progress", part });
  };
}
