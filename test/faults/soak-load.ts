// The load of a day in minutes: requests and clients of every kind, in changing numbers, and commands on the database.

import { petstockProcessOrThrow } from "../support/petstock.ts";
import { EventStream } from "../support/event-stream.ts";
import { RawConnection, requestOf } from "../support/raw-http.ts";
import type { TestService } from "../support/service.ts";

export interface SoakOptions {
  readonly service: TestService;
  readonly key: string;
  readonly pets: number;
  readonly random: () => number;
}

const PAUSE_MS = 50;
const CLIENTS_MAX = 16;
/** The number of active clients at each step; it rises and falls. */
const TIDE = [4, 16, 8, 1, 12];
const STEP_MS = 1_000;

export class SoakLoad {
  /** How often each kind of work was done. */
  readonly counts = new Map<string, number>();
  readonly surprises: string[] = [];
  readonly #options: SoakOptions;
  readonly #startedAt = performance.now();
  #stopped = false;

  constructor(options: SoakOptions) {
    this.#options = options;
  }

  /** Runs until `stop`. */
  async run(): Promise<void> {
    const clients = Array.from({ length: CLIENTS_MAX }, (_, index) => this.#client(index));
    await Promise.all([
      ...clients,
      this.#repeat(() => this.#import()),
      this.#repeat(() => this.#turnOverKey()),
    ]);
  }

  stop(): void {
    this.#stopped = true;
  }

  get #atWork(): number {
    return TIDE[Math.floor((performance.now() - this.#startedAt) / STEP_MS) % TIDE.length] ?? 1;
  }

  async #client(index: number): Promise<void> {
    await this.#repeat(async () => {
      if (index >= this.#atWork) return Bun.sleep(PAUSE_MS);
      const { random } = this.#options;
      const drawn = random();
      if (drawn < 0.5) return this.#update();
      if (drawn < 0.57) return this.#apply();
      if (drawn < 0.6) return this.#follow();
      if (drawn < 0.75) return this.#list({ "Accept-Encoding": "identity" });
      if (drawn < 0.85) return this.#list({ "Accept-Encoding": "gzip" });
      if (drawn < 0.95) return this.#conditionalList();
      return drawn < 0.98 ? this.#abort() : this.#readSlowly();
    });
  }

  async #repeat(work: () => Promise<unknown>): Promise<void> {
    while (!this.#stopped) await work();
  }

  #count(what: string, status: number, expected: readonly number[]): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
    if (!expected.includes(status)) this.surprises.push(`${what}: ${status}`);
  }

  async #update(): Promise<void> {
    const { service, key, pets, random } = this.#options;
    const petId = Math.floor(random() * pets);
    const { status } = await service.update(key, petId, Math.floor(random() * 1_000));
    this.#count("updates", status, [200]);
  }

  /** A change set of ten pets. */
  async #apply(): Promise<void> {
    const { service, key, pets, random } = this.#options;
    const first = Math.floor(random() * (pets - 10));
    const changes = Array.from({ length: 10 }, (_, at) => ({ petId: first + at, by: 1 }));
    const { status } = await service.ask("POST", "/admin/v1/revisions", {
      key,
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ changes }),
    });
    this.#count("change sets", status, [200]);
  }

  /** Follows a stream for a moment. */
  async #follow(): Promise<void> {
    const { service, key } = this.#options;
    await using stream = await EventStream.tryOpen(service.url, key);
    await Bun.sleep(PAUSE_MS);
    this.#count("streams", stream.response.status, [200]);
  }

  /** Not validated against the contract: for thousands of pets that takes much longer than the answer. */
  async #list(headers: Readonly<Record<string, string>>, what = "lists"): Promise<string> {
    const { service, key } = this.#options;
    const authorized = { ...headers, Authorization: `Bearer ${key}` };
    const response = await fetch(`${service.url}/v1/inventory`, { headers: authorized });
    await response.arrayBuffer();
    this.#count(what, response.status, "If-None-Match" in headers ? [200, 304] : [200]);
    return response.headers.get("ETag") ?? "";
  }

  async #conditionalList(): Promise<void> {
    const tag = await this.#list({});
    await this.#list({ "If-None-Match": tag }, "conditional lists");
  }

  /** Requests a list, or begins an update, and closes the connection. */
  async #abort(): Promise<void> {
    using connection = await RawConnection.open(this.#options.service.url);
    const { key, random } = this.#options;
    const authorization = ["Authorization", `Bearer ${key}`] as const;
    const isList = random() < 0.5;
    const question = isList
      ? { method: "GET", path: "/v1/inventory" }
      : { method: "PATCH", path: "/v1/inventory/1" };
    const bytes = requestOf(question, [authorization], isList ? "" : '{"quantity":1}');
    connection.send(isList ? bytes : bytes.subarray(0, -3));
    await Bun.sleep(random() * 5);
    this.#count("aborted requests", 0, [0]);
  }

  /** Reads a list slowly, and to its end. */
  async #readSlowly(): Promise<void> {
    using connection = await RawConnection.open(this.#options.service.url);
    const question = { method: "GET", path: "/v1/inventory" };
    connection.send(requestOf(question, [["Authorization", `Bearer ${this.#options.key}`]]));
    const answer = connection.next(question);
    connection.pause();
    await Bun.sleep(PAUSE_MS * 4);
    connection.resume();
    this.#count("slow readers", (await answer)?.status ?? 0, [200]);
  }

  /** Imports a hundred pets by a command in its own process. */
  async #import(): Promise<void> {
    const { service, pets, random } = this.#options;
    const quantity = Math.floor(random() * 1_000);
    const first = Math.floor(random() * (pets - 100));
    const rows = Array.from({ length: 100 }, (_, at) => `${first + at},${quantity},available`);
    const args = ["import", "-", "--format", "csv", "--database", service.databaseUrl];
    await petstockProcessOrThrow(args, { stdin: ["petId,quantity,status", ...rows].join("\n") });
    this.#count("imports", 0, [0]);
    await Bun.sleep(PAUSE_MS * 20);
  }

  /** Makes, uses and revokes a key. */
  async #turnOverKey(): Promise<void> {
    const { service } = this.#options;
    const name = `soak-${this.counts.get("keys made and revoked") ?? 0}`;
    const key = await service.makeKey("--name", name);
    const { status } = await service.update(key, 1, 1);
    const database = ["--database", service.databaseUrl];
    const { stdout } = await petstockProcessOrThrow(["keys", "list", "--json", ...database]);
    const { id } = (JSON.parse(stdout) as { id: string; name: string }[]).find((made) => made.name === name)!;
    await petstockProcessOrThrow(["keys", "revoke", id, ...database]);
    this.#count("keys made and revoked", status, [200]);
    await Bun.sleep(PAUSE_MS * 20);
  }
}
