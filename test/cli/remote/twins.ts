// Two inventories with the same content: commands run on the database of one, and on the service of the other. What they say is
// compared, without what must differ.

import { expect } from "bun:test";
import { type Finished, petstock } from "../../support/petstock.ts";
import type { TestService } from "../../support/service.ts";
import { EngineDatabase, type EngineName } from "../engine-database.ts";

export interface Step {
  readonly args: readonly string[];
  readonly stdin?: string;
}

/** The parts of a command's output in which the two may not differ. */
export type Said = Pick<Finished, "exitCode" | "stdout" | "stderr">;

export class Twins implements AsyncDisposable {
  readonly #near: EngineDatabase;
  readonly #far: EngineDatabase;
  readonly service: TestService;
  readonly key: string;

  private constructor(near: EngineDatabase, far: EngineDatabase, service: TestService, key: string) {
    this.#near = near;
    this.#far = far;
    this.service = service;
    this.key = key;
  }

  /** Both with these rows of `petId,quantity,status` as revision 1, and an admin key. */
  static async of(engine: EngineName, ...rows: readonly string[]): Promise<Twins> {
    const near = await EngineDatabase.of(engine, ...rows);
    const far = await EngineDatabase.of(engine, ...rows);
    await near.makeKey("--role", "admin");
    const key = await far.makeKey("--role", "admin");
    return new Twins(near, far, await far.serve(), key);
  }

  /** The environment of commands that work on the service. */
  get remote(): Readonly<Record<string, string>> {
    return { PETSTOCK_URL: this.service.url, PETSTOCK_API_KEY: this.key };
  }

  /** Runs the command on both, and expects the same from them. Returns what it said on the service, as it was. */
  async same({ args, stdin = "" }: Step): Promise<Said> {
    const near = await this.#near.run(args, stdin);
    const far = await this.far(args, stdin);
    expect({ args, ...comparable(far) }).toEqual({ args, ...comparable(near) });
    return far;
  }

  /** As `same`, for each of these command lines of words without quotes. */
  async sameOf(...lines: readonly string[]): Promise<void> {
    for (const line of lines) await this.same({ args: line.split(" ") });
  }

  /** Removes the history of both. */
  async pruneAll(): Promise<void> {
    for (const database of [this.#near, this.#far]) await database.pruneAll();
  }

  /** A command on the service alone. */
  far(args: readonly string[], stdin = ""): Promise<Said> {
    return petstock(args, { env: this.remote, stdin });
  }

  /** As `sameOf`, with the id of the first key of this name, which differs, in the place of ID. */
  async sameOfKey(name: string, line: string): Promise<void> {
    const [near, far] = [
      await this.#near.run(["keys", "list", "--json"]),
      await this.far(["keys", "list", "--json"]),
    ];
    const idIn = ({ stdout }: Said) =>
      (JSON.parse(stdout) as { id: string; name: string }[]).find((key) => key.name === name)?.id ?? "none";
    const args = (said: Said) => line.replace("ID", idIn(said)).split(" ");
    const [saidNear, saidFar] = [await this.#near.run(args(near)), await this.far(args(far))];
    expect({ line, ...comparable(saidFar) }).toEqual({ line, ...comparable(saidNear) });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#far[Symbol.asyncDispose]();
    await this.#near[Symbol.asyncDispose]();
  }
}

/** Times, nonces, ids of keys and requests, keys, widths of columns, and who did it with what: a service knows only the key. */
const DIFFERENT: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z/g, "TIME"],
  [/"(at|createdAt|expiresAt|revokedAt)":\d+/g, '"$1":TIME'],
  [/(?<=\d-)[0-9a-f]{16}\b/g, "NONCE"],
  [/petstock_[0-9A-Za-z]{38}/g, "KEY"],
  [/#code=[0-9A-Za-z]{22}/g, "CODE"],
  [/"(by|createdBy|revokedBy)":\{[^}]*\}/g, '"$1":{}'],
  [
    /(?<=\b(?:made|revoked on TIME|replaced by \w{12} on TIME) by )(?:cli:[^\s;]+|key:[^\s;]+ \(\w{12}\))/g,
    "WHO",
  ],
  [/"reason":"(?:set|adjust|remove|update)"/g, '"reason":"CHANGE"'],
  [/(?<= )(?:set|adjust|remove|update) +(?=\S+:)/g, "CHANGE "],
  // The ledger as a file.
  [/(?<=,)(?:set|adjust|remove|update)(?=(?:,[^,]*){2},(?:cli|key):)/g, "CHANGE"],
  [/(?<=,)(?:cli|key):[^,]*,[^,]*,[^,]*(?=,TIME)/g, "WHO"],
  [/"actor":"[^"]*","keyId":[^,]*,"requestId":[^,]*/g, "WHO"],
  [/(?<= )(?:cli:\S+|key:\S+ \(\w{12}\)) +\S+(?= +\S.*$)/gm, "WHO"],
  [/ {2,}/g, " "],
  [
    /(?<=\b[Kk]ey |\bkeys (?:link|rotate|revoke) |\breplaces? |\breplaced by |"(?:id|replaces)":")[0-9A-Za-z]{12}\b/g,
    "ID",
  ],
  [/^[0-9A-Za-z]{12}(?= .* made by )/gm, "ID"],
  // The key of the service was used.
  [/(?<=^ID .*) (?:TIME|-)(?= made by )/gm, " TIME"],
  [/"lastUsedAt":(?:\d+|null)/g, '"lastUsedAt":TIME'],
];

export function comparable({ exitCode, stdout, stderr }: Said): Said {
  const plain = (text: string) =>
    DIFFERENT.reduce((rest, [pattern, instead]) => rest.replace(pattern, instead), text);
  return { exitCode, stdout: plain(stdout), stderr: plain(stderr) };
}
