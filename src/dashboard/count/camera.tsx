// Scans codes with the camera, or says why there is none.

import { useEffect, useRef, useState } from "preact/hooks";
import { countText } from "../language/en/count.ts";
import { openDetector } from "./detector.ts";

const INTERVAL_MS = 150;
/** The camera sees the same code many times: it counts again once it was out of sight for so long. */
const REPEAT_MS = 2000;

class InsecureContextError extends Error {}

interface CameraProps {
  /** Starts the worker that decodes pictures where the browser cannot. */
  readonly openWorker: () => Worker;
  readonly onCode: (code: string) => void;
  readonly onClose: () => void;
}

export function Camera({ openWorker, onCode, onClose }: CameraProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [error, setError] = useState<string>();
  const report = useRef(onCode);
  report.current = onCode;
  useEffect(() => {
    const stop = new AbortController();
    const scanned = (code: string): void => report.current(code);
    scan(video.current!, { openWorker, onCode: scanned, signal: stop.signal }).catch((reason: unknown) => {
      if (!stop.signal.aborted) setError(cameraMessage(reason));
    });
    return () => stop.abort();
  }, []);
  return (
    <div class="camera">
      {/* Muted and inline: a phone would otherwise play it on the whole screen. */}
      <video ref={video} muted playsInline aria-label={countText.camera} />
      {error !== undefined && (
        <p class="bad" role="alert">
          {error}
        </p>
      )}
      <button type="button" onClick={onClose}>
        {countText.closeCamera}
      </button>
    </div>
  );
}

interface ScanOptions extends Pick<CameraProps, "openWorker" | "onCode"> {
  readonly signal: AbortSignal;
}

async function scan(video: HTMLVideoElement, { openWorker, onCode, signal }: ScanOptions): Promise<void> {
  // Browsers have it on https, and on the machine itself.
  if (navigator.mediaDevices === undefined) throw new InsecureContextError();
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
  signal.addEventListener("abort", () => stopTracks(stream));
  if (signal.aborted) return stopTracks(stream);
  video.srcObject = stream;
  await video.play();
  const detector = await openDetector(openWorker);
  signal.addEventListener("abort", detector.close);
  let last = { code: "", at: -Infinity };
  while (!signal.aborted) {
    const code = await detector.detect(video);
    if (signal.aborted) return detector.close();
    const now = performance.now();
    if (code !== undefined) {
      const isNew = code !== last.code || now - last.at > REPEAT_MS;
      last = { code, at: now };
      if (isNew) onCode(code);
    }
    await new Promise((resume) => setTimeout(resume, INTERVAL_MS));
  }
}

function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

function cameraMessage(error: unknown): string {
  if (error instanceof InsecureContextError) return countText.cameraNeedsHttps;
  const name = error instanceof DOMException ? error.name : "";
  if (name === "NotAllowedError") return countText.cameraRefused;
  return name === "NotFoundError" ? countText.cameraMissing : countText.cameraFailed;
}
