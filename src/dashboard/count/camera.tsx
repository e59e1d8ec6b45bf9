// Scans codes with the camera, by the browser's BarcodeDetector. Browsers without one show no button.

import { useEffect, useRef, useState } from "preact/hooks";

/** https://wicg.github.io/shape-detection-api/: not in TypeScript's DOM library. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}

type DetectorClass = new () => Detector;

const INTERVAL_MS = 150;
/** The camera sees the same code many times: it counts again once it was out of sight for so long. */
const REPEAT_MS = 2000;

export function hasCamera(): boolean {
  return detectorClass() !== undefined && navigator.mediaDevices !== undefined;
}

function detectorClass(): DetectorClass | undefined {
  return (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;
}

interface CameraProps {
  readonly onCode: (code: string) => void;
  readonly onClose: () => void;
}

export function Camera({ onCode, onClose }: CameraProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [error, setError] = useState<string>();
  const report = useRef(onCode);
  report.current = onCode;
  useEffect(() => {
    const stop = new AbortController();
    const scanned = (code: string): void => report.current(code);
    scan(video.current!, scanned, stop.signal).catch((reason: unknown) => {
      if (!stop.signal.aborted) setError(cameraMessage(reason));
    });
    return () => stop.abort();
  }, []);
  return (
    <div class="camera">
      {/* Muted and inline: a phone would otherwise play it on the whole screen. */}
      <video ref={video} muted playsInline aria-label="Camera" />
      {error !== undefined && (
        <p class="bad" role="alert">
          {error}
        </p>
      )}
      <button type="button" onClick={onClose}>
        Close the camera
      </button>
    </div>
  );
}

async function scan(
  video: HTMLVideoElement,
  onCode: (code: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const detector = new (detectorClass()!)();
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
  signal.addEventListener("abort", () => stopTracks(stream));
  if (signal.aborted) return stopTracks(stream);
  video.srcObject = stream;
  await video.play();
  let last = { code: "", at: -Infinity };
  while (!signal.aborted) {
    const [found] = await detector.detect(video);
    const now = performance.now();
    if (found !== undefined) {
      const isNew = found.rawValue !== last.code || now - last.at > REPEAT_MS;
      last = { code: found.rawValue, at: now };
      if (isNew) onCode(found.rawValue);
    }
    await new Promise((resume) => setTimeout(resume, INTERVAL_MS));
  }
}

function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

function cameraMessage(error: unknown): string {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "NotAllowedError")
    return "The browser may not use the camera. Allow it in the browser's settings";
  return name === "NotFoundError" ? "No camera was found" : "The camera could not be started";
}
