// The client's package as npm installs it, of this service's version: `npm i http://<host>/client.tgz`.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { ApiError } from "../http/api-error.ts";
import { makeAsset, sendAsset } from "../http/assets.ts";
import type { Operation } from "../http/operation.ts";
import { EMBEDDED } from "./embedded.ts";
import { lazy } from "./lazy.ts";

/** The media type of RFC 6713. The archive is the resource, so this is no `Content-Encoding`, which clients would undo. */
export const CLIENT_TYPE = "application/gzip";

const ROOT = join(import.meta.dir, "../..");
/** The installed package of the service contains the archive, and no scripts. */
const PACKED = join(ROOT, "dist/client.tgz");
/** A clone contains the scripts, with which the archive is always that of the source as it is now. */
const SCRIPT = join(ROOT, "scripts/pack-client.ts");
const COMPILER = join(ROOT, "node_modules/typescript");

/** From source the archive takes seconds to make; many times that, for a busy machine. */
const BUILD_S_MAX = 120;

export function sendClientPackage(): Operation {
  const send = sendAsset(
    lazy(async () => makeAsset({ bytes: await clientPackage(), type: CLIENT_TYPE, isCompressed: true })),
  );
  return (request, requestId, listener) => {
    listener.timeout(request, BUILD_S_MAX);
    return send(request, requestId, listener);
  };
}

async function clientPackage(): Promise<Uint8Array<ArrayBuffer>> {
  if (EMBEDDED !== undefined) return Bun.file(EMBEDDED.client.path).bytes();
  if (existsSync(SCRIPT) && existsSync(COMPILER) && Bun.which("npm") !== null) return build();
  if (!existsSync(SCRIPT) && existsSync(PACKED)) return Bun.file(PACKED).bytes();
  throw new ApiError(
    "route_not_found",
    'This service runs from its source, and the tools that make the client\'s package are missing. Install npm, run "npm ci" in a ' +
      "clone, and run the service there.",
  );
}

/** In a process of its own, so that requests do not wait for it. */
async function build(): Promise<Uint8Array<ArrayBuffer>> {
  const child = Bun.spawn([process.execPath, "--no-env-file", SCRIPT], {
    cwd: ROOT,
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    timeout: BUILD_S_MAX * 1000,
    killSignal: "SIGKILL",
  });
  const [bytes, stderr] = await Promise.all([child.stdout.bytes(), child.stderr.text()]);
  if ((await child.exited) === 0) return bytes;
  throw new Error(`the client's package cannot be made:\n${stderr}`);
}
