// Makes a release from a clone: `npm run release -- 1.2.3`. CONTRIBUTING.md describes it. Publishes nothing.

import { readFileSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { makeArtifacts } from "./release/artifacts.ts";
import { audit } from "./release/audit.ts";
import { shippedPackages } from "./release/bill-of-materials.ts";
import { releasedIn, unreleasedIn } from "./release/changelog.ts";
import { checkClone } from "./release/checks.ts";
import { output, ReleaseError, ROOT, run } from "./release/command.ts";
import { checkKey, NO_KEY } from "./release/signature.ts";
import { setVersions, versionAfter } from "./release/versions.ts";
import { type Target, targetNamed, TARGETS } from "./targets.ts";

const CHANGELOG = join(ROOT, "CHANGELOG.md");
const DEFAULT_TARGETS = TARGETS.filter((target) => !target.includes("windows"));
const EXIT = { failed: 1, usage: 2 };

const HELP = `Usage: npm run release -- VERSION (--key FILE | --unsigned) [--dry-run] [--tested] [--target TARGET]…

  --key      minisign's secret key, which signs the checksums. Default: its path in PETSTOCK_RELEASE_KEY
  --unsigned do not sign the checksums
  --dry-run  check everything and show what would be done
  --tested   do not run the tests: they have passed for this commit in CI
  --target   a platform to build for, as in npm run build; may be repeated. Default:
             ${DEFAULT_TARGETS.join("\n             ")}
`;

interface ReleaseOptions {
  readonly version: string;
  /** The file of the key that signs the checksums; undefined if they shall not be signed. */
  readonly key: string | undefined;
  readonly dryRun: boolean;
  readonly tested: boolean;
  readonly targets: readonly Target[];
}

const parsed = parseOptions(process.argv.slice(2));
if (typeof parsed === "string") {
  process.stderr.write(`release: ${parsed}\n\n${HELP}`);
  process.exitCode = EXIT.usage;
} else {
  try {
    release(parsed);
  } catch (error) {
    if (!(error instanceof ReleaseError)) throw error;
    process.stderr.write(`release: ${error.message}\n`);
    process.exitCode = EXIT.failed;
  }
}

/** The arguments, or a message about an invalid one. */
function parseOptions(args: readonly string[]): ReleaseOptions | string {
  try {
    const options = {
      key: { type: "string", default: process.env["PETSTOCK_RELEASE_KEY"] },
      unsigned: { type: "boolean", default: false },
      "dry-run": { type: "boolean", default: false },
      tested: { type: "boolean", default: false },
      target: { type: "string", multiple: true, default: DEFAULT_TARGETS as string[] },
    } as const;
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [version, ...more] = positionals;
    if (version === undefined || more.length > 0) return "give one version";
    const unknown = values.target.find((name) => targetNamed(name) === undefined);
    if (unknown !== undefined) return `--target: there is no ${JSON.stringify(unknown)}`;
    const targets = values.target as Target[];
    const { tested, unsigned } = values;
    if (!unsigned && !values.key) return NO_KEY;
    const key = unsigned || !values.key ? undefined : resolve(values.key);
    return { version, key, dryRun: values["dry-run"], tested, targets };
  } catch (error) {
    return (error as Error).message;
  }
}

function release({ version, key, dryRun, tested, targets }: ReleaseOptions): void {
  checkClone(version);
  if (key !== undefined) checkKey(key);
  say(audit(shippedPackages()));
  const changelog = readFileSync(CHANGELOG, "utf8");
  const changes = unreleasedIn(changelog);
  const folder = join(ROOT, "dist/release", `v${version}`);
  const files = `${targets.join(", ")}, a bill of materials and ${key === undefined ? "unsigned" : "signed"} SHA256SUMS in ${relative(ROOT, folder)}`;
  if (dryRun) {
    say(
      `would ${tested ? "trust the tests of CI" : "run both halves of the tests"}, commit and tag v${version}, with:\n`,
    );
    return say(`${changes}\n\nwould make ${files}`);
  }
  if (!tested) {
    run("npm", "test");
    run("npm", "run", "test:long");
  }
  const before = output("git", "rev-parse", "HEAD").trim();
  try {
    const date = new Date().toISOString().slice(0, 10);
    writeFileSync(CHANGELOG, releasedIn(changelog, { version, date }));
    setVersions(version);
    output("git", "commit", "--all", "--message", `Release ${version}`);
    // After the commit, so that the executables contain its id.
    makeArtifacts(folder, { version, targets, key });
    output(
      "git",
      "tag",
      "--annotate",
      "--cleanup=whitespace",
      "--message",
      `petstock ${version}\n\n${changes}`,
      `v${version}`,
    );
    setVersions(versionAfter(version));
    output("git", "commit", "--all", "--message", `Begin ${versionAfter(version)}`);
  } catch (error) {
    // The clone was clean, so no other change is lost.
    output("git", "reset", "--hard", before);
    throw error;
  }
  say(`made ${files}\n\n${nextSteps(version, folder)}`);
}

function nextSteps(version: string, folder: string): string {
  const [tag, path] = [`v${version}`, relative(ROOT, folder)];
  return `Next:
  1. (cd ${path} && sha256sum --check SHA256SUMS), and run the executables on their platforms: petstock version
  2. git push --atomic origin HEAD ${tag}   (.github/workflows/release.yml publishes the packages; it is untried)
  3. docker build -f examples/docker/Dockerfile -t petstock:${version} --build-arg VERSION=${version} --build-arg COMMIT="$(git rev-parse ${tag}^{commit})" .
  4. put all files of ${path} and the tag's message where releases are published
To take it back before step 2: git tag --delete ${tag} && git reset --hard HEAD~2`;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
