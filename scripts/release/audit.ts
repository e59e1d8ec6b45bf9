// Asks the registry whether a package of the release has a known vulnerability.

import { ReleaseError, ROOT } from "./command.ts";

interface Report {
  /** By the package's name; missing where the registry gives no answer. */
  readonly vulnerabilities?: Readonly<Record<string, { readonly severity: string }>>;
  readonly message?: string;
}

/**
 * `shipped`: the names of the packages that users get. Throws a ReleaseError if one of them is vulnerable. Gives what to tell the
 * maintainer: a registry may have no audit, which is no reason against a release.
 */
export function audit(shipped: readonly string[]): string {
  // With the packages for development, which some files in vendor/ are made of.
  const { stdout, stderr } = Bun.spawnSync(["npm", "audit", "--json"], { cwd: ROOT, env: process.env });
  const { vulnerabilities, message } = reportIn(stdout.toString());
  if (vulnerabilities === undefined) {
    return `the packages were not checked for vulnerabilities: ${message ?? stderr.toString().trim()}`;
  }
  const found = shipped.filter((name) => name in vulnerabilities);
  if (found.length === 0) return "no package has a known vulnerability";
  const lines = found.map((name) => `  ${name}: ${vulnerabilities[name]!.severity}`);
  throw new ReleaseError(`packages have vulnerabilities, which "npm audit" shows:\n${lines.join("\n")}`);
}

function reportIn(text: string): Report {
  try {
    return JSON.parse(text) as Report;
  } catch {
    return {};
  }
}
