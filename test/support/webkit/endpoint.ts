#!/usr/bin/env bun
// A WebDriver BiDi endpoint for a stock WebKit: playwright starts this program as it starts a browser, and this program leads the
// commands to WebKit's classic driver. It ends with its connection.

import { DriverError } from "./driver.ts";
import { Commands } from "./commands.ts";
import { findWebKit } from "./programs.ts";

interface Message {
  readonly id: number;
  readonly method: string;
  readonly params: Parameters<Commands["answer"]>[1];
}

let send: (message: object) => void = () => {};
const commands = new Commands(
  {
    programs: findWebKit(),
    folder: valueOf("--profile"),
    isDark: process.argv.includes("--dark"),
    hasLessMotion: process.argv.includes("--less-motion"),
  },
  (method, params) => send({ type: "event", method, params }),
);
const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: (request, own: Bun.Server<undefined>): Response | undefined =>
    own.upgrade(request) ? undefined : new Response("a WebSocket", { status: 426 }),
  websocket: {
    maxPayloadLength: 64 * 1024 * 1024,
    open: (socket) => {
      send = (message) => void socket.send(JSON.stringify(message));
    },
    message: (_socket, text) => void answer(JSON.parse(String(text)) as Message),
    close: () => void end(),
  },
});
process.on("SIGTERM", () => void end());
console.error(`WebDriver BiDi listening on ws://127.0.0.1:${server.port}`);

async function answer({ id, method, params }: Message): Promise<void> {
  if (method === "browser.close") return end();
  try {
    send({ type: "success", id, result: await commands.answer(method, params) });
  } catch (error) {
    const code = error instanceof DriverError ? error.code : "unknown error";
    send({ type: "error", id, error: code, message: `${method}: ${(error as Error).message}` });
  }
}

async function end(): Promise<void> {
  await commands.end();
  process.exit();
}

function valueOf(option: string): string {
  return process.argv[process.argv.indexOf(option) + 1]!;
}
