// Limit of the list: nginx with the list as a static file and the same headers, one worker, without the machine's own
// configuration.

import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Children, Server } from "../children.ts";
import type { RecordedList } from "../service.ts";

/** Packages install nginx here, which is not in every user's PATH. */
const PLACES = [process.env["PATH"], "/usr/sbin", "/usr/local/sbin"].join(":");

/** `folder`: for its files. Undefined if it is not installed. */
export async function startNginx(
  children: Children,
  { folder: prefix, list }: { folder: string; list: RecordedList },
): Promise<Server | undefined> {
  const program = Bun.which("nginx", { PATH: PLACES });
  if (program === null) return undefined;
  mkdirSync(join(prefix, "root/v1"), { recursive: true });
  copyFileSync(list.bodyPath, join(prefix, "root/v1/inventory"));
  const url = `http://127.0.0.1:${freePort()}`;
  await Bun.write(join(prefix, "nginx.conf"), configuration(prefix, url, list.headers));
  // nginx does not print its address.
  const command = ["sh", "-c", 'echo "$1"; exec "$2" -p "$3" -c "$3/nginx.conf"', "sh", url, program, prefix];
  const server = await children.serve(command);
  await untilAnswers(url);
  return server;
}

/** nginx cannot choose a free port itself. */
function freePort(): number {
  const listener = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  listener.stop(true);
  return listener.port;
}

function configuration(prefix: string, url: string, headers: Readonly<Record<string, string>>): string {
  const { host } = new URL(url);
  const { "content-type": type, ...others } = headers;
  const addHeaders = Object.entries(others).map(([name, value]) => `add_header ${name} '${value}';`);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${prefix}/${name};`,
  );
  return `
daemon off;
master_process off;
worker_processes 1;
pid ${prefix}/pid;
error_log ${prefix}/error.log;
events { worker_connections 1024; }
http {
  access_log off;
  ${temporary.join("\n  ")}
  sendfile on;
  tcp_nopush on;
  open_file_cache max=10;
  # Otherwise it closes each connection after a thousand requests.
  keepalive_requests 1000000000;
  default_type ${type};
  etag off;
  ${addHeaders.join("\n  ")}
  server {
    listen ${host};
    root ${prefix}/root;
  }
}
`;
}

async function untilAnswers(url: string): Promise<void> {
  const deadline = performance.now() + 5_000;
  for (;;) {
    const status = await fetch(url).then(
      (response) => response.status,
      () => undefined,
    );
    if (status !== undefined) return;
    if (performance.now() > deadline) throw new Error("nginx does not answer");
    await Bun.sleep(20);
  }
}
