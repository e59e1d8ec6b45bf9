// Decodes barcodes and QR codes in pictures of the camera, where the browser cannot. In a worker, whose policy alone allows
// WebAssembly. Served at /scan-worker.js.

import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import decoder from "zxing-wasm/reader/zxing_reader.wasm" with { type: "file" };
import { sentError } from "../data/worker-messages.ts";
import type { ScanMessage, ScanRequest } from "./scan-messages.ts";

/** The library's default is another host. */
prepareZXingModule({ overrides: { locateFile: () => decoder } });

/** The part of the worker's global scope that is used: DOM's types are those of a page. */
const scope = globalThis as unknown as {
  onmessage: ((event: MessageEvent<ScanRequest & { readonly id: number }>) => void) | null;
  postMessage: (message: ScanMessage) => void;
};

scope.onmessage = ({ data }) => void run(data.id, data.image);

async function run(id: number, image: ImageData): Promise<void> {
  try {
    const [found] = await readBarcodes(image, { maxNumberOfSymbols: 1 });
    scope.postMessage({ id, kind: "end", code: found?.text });
  } catch (error) {
    scope.postMessage({ id, kind: "error", error: sentError(error) });
  }
}
