// petstock serve with standard error redirected to a path, so that the test detects the start over HTTP.

import { validateResponse } from "../support/contract-validator.ts";
import { freePort } from "../support/free-port.ts";
import { environment, PROGRAM } from "../support/petstock.ts";
import { readScrape, type Scrape } from "../support/metrics.ts";
import { until } from "../support/until.ts";
import { Inventory } from "./inventory.ts";

export interface RedirectedAnswer {
  readonly status: number;
  /** The code of the error body; undefined on success. */
  readonly code: string | undefined;
}

export class RedirectedService implements AsyncDisposable {
  readonly #inventory: Inventory;
  readonly #url = `http://127.0.0.1:${freePort()}`;
  readonly #metricsAddress = `127.0.0.1:${freePort()}`;
  #child: Bun.Subprocess | undefined;

  private constructor(inventory: Inventory) {
    this.#inventory = inventory;
  }

  /** Starts the service of one pet with standard error at `path`, and waits until it answers. */
  static async start(
    path: string,
    args: readonly string[] = [],
    env: Readonly<Record<string, string>> = {},
  ): Promise<RedirectedService> {
    const service = new RedirectedService(await Inventory.of("1,1,available"));
    const ports = ["--port", new URL(service.#url).port, "--metrics-address", service.#metricsAddress];
    const command = [...PROGRAM, "serve", ...args, ...ports];
    service.#child = Bun.spawn(["sh", "-c", `exec "$@" 2> '${path}'`, "sh", ...command], {
      env: environment({ DATABASE_URL: service.#inventory.url, ...env }),
      stdin: "ignore",
      stdout: "ignore",
    });
    const { exited } = service.#child;
    const failed = exited.then((code) => {
      throw new Error(`the service ended with ${code}`);
    });
    // The other promise of the race must not become an unhandled rejection.
    failed.catch(() => {});
    const answers = until("the service to answer", () =>
      fetch(`${service.#url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
    await Promise.race([answers, failed]);
    return service;
  }

  async makeKey(...args: string[]): Promise<string> {
    const { stdout } = await this.#inventory.runOrThrow(["keys", "create", "--name", "till", ...args]);
    return stdout.trim();
  }

  /** Sends a request; throws if openapi.yaml does not allow the answer. */
  async ask(method: string, path: string, key?: string): Promise<RedirectedAnswer> {
    const response = await fetch(this.#url + path, {
      method,
      headers: {
        ...(key !== undefined && { Authorization: `Bearer ${key}` }),
        ...(method === "PATCH" && { "Content-Type": "application/json" }),
      },
      ...(method === "PATCH" && { body: '{"quantity":2}' }),
    });
    const text = await response.text();
    const { status, headers } = response;
    validateResponse({ method, path, status, headers, body: text });
    return { status, code: status >= 400 ? (JSON.parse(text) as { code: string }).code : undefined };
  }

  async scrape(): Promise<Scrape> {
    const response = await fetch(`http://${this.#metricsAddress}/metrics`);
    return readScrape(await response.text());
  }

  /** Sends SIGTERM. Returns the exit code. */
  async stop(): Promise<number> {
    this.#child!.kill("SIGTERM");
    return this.#child!.exited;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child?.kill("SIGKILL");
    await this.#child?.exited;
    this.#inventory[Symbol.dispose]();
  }
}
