// The packages of the clients, of this service's version: `npm i http://<host>/client.tgz`, and for Python
// `pip install http://<host>/petstock-<version>-py3-none-any.whl`.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { ApiError } from "../http/api-error.ts";
import { makeAsset, sendAsset } from "../http/assets.ts";
import type { Operation } from "../http/operation.ts";
import type { RouteTable } from "../http/dispatch.ts";
import { pythonVersion } from "../version.ts";
import { EMBEDDED, type EmbeddedPackages } from "./embedded.ts";
import { lazy } from "./lazy.ts";

/** The media type of RFC 6713. The archive is the resource, so this is no `Content-Encoding`, which clients would undo. */
export const CLIENT_TYPE = "application/gzip";

/** Wheels have no registered type; PyPI sends this one. */
export const WHEEL_TYPE = "application/octet-stream";

/** pip takes the package's name and version from the address, before it asks, and refuses any other form. */
export function wheelPath(version: string): string {
  return `/petstock-${pythonVersion(version)}-py3-none-any.whl`;
}

const ROOT = join(import.meta.dir, "../..");
const COMPILER = join(ROOT, "node_modules/typescript");

interface Package {
  readonly name: keyof EmbeddedPackages;
  readonly type: string;
  /** The installed package of the service contains the archive, and no scripts. */
  readonly packed: string;
  /** A clone contains the scripts, with which the archive is always that of the source as it is now. Its argument is the version. */
  readonly script: string;
  /** The tools that the script needs are there. */
  readonly canBuild: () => boolean;
}

const CLIENT: Package = {
  name: "client",
  type: CLIENT_TYPE,
  packed: join(ROOT, "dist/client.tgz"),
  script: join(ROOT, "scripts/pack-client.ts"),
  canBuild: () => existsSync(COMPILER) && Bun.which("npm") !== null,
};

const WHEEL: Package = {
  name: "wheel",
  type: WHEEL_TYPE,
  packed: join(ROOT, "dist/client.whl"),
  script: join(ROOT, "scripts/pack-wheel.ts"),
  canBuild: () => true,
};

/** From source the archive takes seconds to make; many times that, for a busy machine. */
const BUILD_S_MAX = 120;

/** `version`: that of the service, with its commit between releases. The packages have it, too. */
export function packageRoutes(version: string): RouteTable {
  const path = wheelPath(version);
  const wheel = { GET: send(WHEEL, version) };
  return {
    "/client.tgz": { GET: send(CLIENT, version) },
    [path]: wheel,
    // Some tools escape the plus of a commit.
    [path.replace("+", "%2B")]: wheel,
    // For browsers and curl; pip refuses a name without the version.
    "/client.whl": { GET: () => ({ status: 302, headers: { Location: path }, body: "" }) },
  };
}

function send(each: Package, version: string): Operation {
  const sendMade = sendAsset(
    lazy(async () => makeAsset({ bytes: await bytesOf(each, version), type: each.type, isCompressed: true })),
  );
  return (request, requestId, listener) => {
    listener.timeout(request, BUILD_S_MAX);
    return sendMade(request, requestId, listener);
  };
}

async function bytesOf(
  { name, packed, script, canBuild }: Package,
  version: string,
): Promise<Uint8Array<ArrayBuffer>> {
  if (EMBEDDED !== undefined) return Bun.file(EMBEDDED[name].path).bytes();
  if (existsSync(script) && canBuild()) return build(script, version);
  if (!existsSync(script) && existsSync(packed)) return Bun.file(packed).bytes();
  throw new ApiError(
    "route_not_found",
    'This service runs from its source, and the tools that make the client\'s package are missing. Install npm, run "npm ci" in a ' +
      "clone, and run the service there.",
  );
}

/** In a process of its own, so that requests do not wait for it. */
async function build(script: string, version: string): Promise<Uint8Array<ArrayBuffer>> {
  const child = Bun.spawn([process.execPath, "--no-env-file", script, version], {
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
