// Runs the example proxies with their own configuration; only addresses and files are replaced.

import { writeFileSync } from "node:fs";
import { type ClientHttp2Session, connect as connectHttp2 } from "node:http2";
import { connect, type TLSSocket } from "node:tls";
import { read } from "../docs/document.ts";
import { pemOf, TRUSTED } from "../http/certificates.ts";
import { freePort } from "../support/free-port.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";

export interface ProxyKind {
  readonly program: string;
  readonly config: string;
  /** Debian's package. */
  readonly package: string;
  arguments(file: string, folder: TemporaryFolder): string[];
}

export const PROXIES: readonly ProxyKind[] = [
  {
    program: "nginx",
    config: "examples/nginx/nginx.conf",
    package: "nginx-light",
    arguments: (file, folder) => {
      const globals = `daemon off; pid ${folder.file("pid")}; error_log stderr;`;
      return ["-p", folder.path, "-c", file, "-g", globals];
    },
  },
  {
    program: "haproxy",
    config: "examples/haproxy/haproxy.cfg",
    package: "haproxy",
    arguments: (file) => ["-W", "-db", "-f", file],
  },
];

export class Proxy implements AsyncDisposable {
  readonly httpsPort = freePort();
  readonly httpPort = freePort();
  readonly #folder = new TemporaryFolder();
  readonly #child: Bun.Subprocess<"ignore", "ignore", "pipe">;

  private constructor(kind: ProxyKind, text: string) {
    const file = this.#folder.file("config");
    writeFileSync(file, this.#placed(text));
    const { cert, key } = pemOf("first");
    writeFileSync(this.#folder.file("petstock.pem"), cert + key);
    writeFileSync(this.#folder.file("petstock.key"), key);
    const command = [kind.program, ...kind.arguments(file, this.#folder)];
    this.#child = Bun.spawn(command, { stdin: "ignore", stdout: "ignore", stderr: "pipe" });
  }

  /** Before servers on these ports of this machine; `change` changes the configuration. */
  static async start(
    kind: ProxyKind,
    servers: readonly [number, number],
    change: (config: string) => string = (config) => config,
  ): Promise<Proxy> {
    const text = servers.reduce(
      (config, port, index) => config.replaceAll(`petstock-${index + 1}:8080`, `127.0.0.1:${port}`),
      change(await read(kind.config)),
    );
    const proxy = new Proxy(kind, text);
    const listens = async () => (await proxy.connected().catch(() => undefined))?.destroy() !== undefined;
    const ended = proxy.#child.exited.then(async (code) => {
      throw new Error(`${kind.program} ended with ${code}: ${await proxy.#child.stderr.text()}`);
    });
    ended.catch(() => {});
    await Promise.race([until(`${kind.program} to listen`, listens), ended]);
    return proxy;
  }

  /** A TLS connection, for tests that write HTTP themselves. */
  async connected(protocol = "http/1.1"): Promise<TLSSocket> {
    const { promise, resolve, reject } = Promise.withResolvers<TLSSocket>();
    const socket: TLSSocket = connect(
      {
        host: "127.0.0.1",
        port: this.httpsPort,
        ca: TRUSTED,
        servername: "localhost",
        ALPNProtocols: [protocol],
        checkServerIdentity: () => undefined,
      },
      () => resolve(socket),
    );
    socket.on("error", reject);
    return promise;
  }

  http2(): ClientHttp2Session {
    return connectHttp2(`https://127.0.0.1:${this.httpsPort}`, {
      ca: TRUSTED,
      checkServerIdentity: () => undefined,
    });
  }

  get url(): string {
    return `https://127.0.0.1:${this.httpsPort}`;
  }

  /** For requests to `url`. */
  readonly tls = { ca: TRUSTED, checkServerIdentity: () => undefined };

  fetch(method: string, path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(this.url + path, { method, ...init, tls: this.tls });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill("SIGTERM");
    await this.#child.exited;
    this.#folder[Symbol.dispose]();
  }

  #placed(text: string): string {
    const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
      .map((name) => `${name}_temp_path ${this.#folder.file(name)};`)
      .join(" ");
    return (
      text
        .replace(/\/etc\/(?:nginx|haproxy)\/petstock/g, this.#folder.file("petstock"))
        .replace("listen 443 ", `listen 127.0.0.1:${this.httpsPort} `)
        .replace("listen 80 ", `listen 127.0.0.1:${this.httpPort} `)
        .replace("bind :443 ", `bind 127.0.0.1:${this.httpsPort} `)
        .replace("bind :80\n", `bind 127.0.0.1:${this.httpPort}\n`)
        // Files that a tester may open.
        .replace("maxconn 20000", "maxconn 1000")
        .replace("worker_connections 16384", "worker_connections 512")
        .replace("http {", `http { ${temporary}`)
    );
  }
}
