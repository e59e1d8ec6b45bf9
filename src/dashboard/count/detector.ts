// Finds codes in the camera's picture: by the browser's BarcodeDetector, else by a decoder of our own in a worker.

import { WorkerCalls } from "../data/worker-calls.ts";
import type { ScanMessage, ScanRequest } from "./scan-messages.ts";

export interface Detector {
  /** The code in the current picture, if there is one. */
  readonly detect: (video: HTMLVideoElement) => Promise<string | undefined>;
  readonly close: () => void;
}

/** https://wicg.github.io/shape-detection-api/: not in TypeScript's DOM library. */
interface NativeDetector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}

interface NativeDetectorClass {
  new (): NativeDetector;
  getSupportedFormats(): Promise<readonly string[]>;
}

/** Larger pictures take longer, and no code needs them. */
const WIDTH_MAX = 1280;

export async function openDetector(openWorker: () => Worker): Promise<Detector> {
  const Native = (globalThis as { BarcodeDetector?: NativeDetectorClass }).BarcodeDetector;
  // Some systems have the class, and no decoder behind it.
  const formats = (await Native?.getSupportedFormats().catch(() => [])) ?? [];
  return Native !== undefined && formats.includes("ean_13")
    ? nativeDetector(new Native())
    : ownDetector(openWorker);
}

function nativeDetector(detector: NativeDetector): Detector {
  return {
    detect: async (video) => (await detector.detect(video))[0]?.rawValue,
    close: () => {},
  };
}

function ownDetector(openWorker: () => Worker): Detector {
  const worker = new WorkerCalls<ScanRequest, ScanMessage>(openWorker);
  const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true })!;
  return {
    async detect(video) {
      if (video.videoWidth === 0) return undefined;
      const scale = Math.min(1, WIDTH_MAX / video.videoWidth);
      const [width, height] = [Math.round(video.videoWidth * scale), Math.round(video.videoHeight * scale)];
      context.canvas.width = width;
      context.canvas.height = height;
      context.drawImage(video, 0, 0, width, height);
      const image = context.getImageData(0, 0, width, height);
      const { code } = await worker.call({ image }, { transfer: [image.data.buffer] });
      return code;
    },
    close: () => worker.close(),
  };
}
