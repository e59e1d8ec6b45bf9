// Runs Caddy with the example configuration over http; only addresses are replaced.

import { writeFileSync } from "node:fs";
import { read } from "../docs/document.ts";
import { freePort } from "../support/free-port.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";

export class Caddy implements AsyncDisposable {
  readonly url: string;
  readonly #folder = new TemporaryFolder();
  readonly #child: Bun.Subprocess<"ignore", "ignore", "pipe">;

  private constructor(config: string) {
    this.url = `http://127.0.0.1:${freePort()}`;
    const file = this.#folder.file("Caddyfile");
    writeFileSync(file, config);
    const { path } = this.#folder;
    const env = { SITE_ADDRESS: this.url, HOME: path, XDG_DATA_HOME: path, XDG_CONFIG_HOME: path };
    this.#child = Bun.spawn([Bun.which("caddy")!, "run", "--config", file, "--adapter", "caddyfile"], {
      env,
      stdin: "ignore",
      stdout: "ignore",
      stderr: "pipe",
    });
  }

  /** Before servers on these ports of this machine; `change` changes the configuration. */
  static async start(
    servers: readonly [number, number],
    change: (config: string) => string = (config) => config,
  ): Promise<Caddy> {
    const config = servers.reduce(
      (text, port, index) => text.replaceAll(`petstock-${index + 1}:8080`, `127.0.0.1:${port}`),
      change(await read("examples/caddy/Caddyfile")),
    );
    const caddy = new Caddy(config);
    const ended = caddy.#child.exited.then(async (code) => {
      throw new Error(`caddy ended with ${code}: ${await caddy.#child.stderr.text()}`);
    });
    ended.catch(() => {});
    const listens = () =>
      fetch(caddy.url).then(
        () => true,
        () => false,
      );
    await Promise.race([until("caddy to listen", listens), ended]);
    return caddy;
  }

  fetch(method: string, path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(this.url + path, { method, ...init });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill("SIGTERM");
    await this.#child.exited;
    this.#folder[Symbol.dispose]();
  }
}
