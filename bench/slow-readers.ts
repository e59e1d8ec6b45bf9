// Clients that request the list and then read nothing: raw sockets, so that no library reads ahead.

export interface SlowReaders extends AsyncDisposable {
  /** Opens more connections. */
  add(count: number): Promise<void>;
  /** Reads all connections to the end. Returns the number of complete lists; the service has cut off the others. */
  finish(): Promise<number>;
}

/** The end of a chunked body (RFC 9112, section 7.1). */
const LAST_CHUNK = "\r\n0\r\n\r\n";
const FINISH_MS_MAX = 60_000;

interface Reader {
  readonly socket: Bun.Socket;
  /** Resolves when the list is complete or the connection closed. */
  readonly end: Promise<"whole" | "cut off">;
}

export function slowReaders(url: string, headers: Readonly<Record<string, string>>): SlowReaders {
  const { hostname, port, pathname, host } = new URL(url);
  const lines = Object.entries({ Host: host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = `GET ${pathname} HTTP/1.1\r\n${lines.join("")}\r\n`;
  const readers: Reader[] = [];
  return {
    async add(count) {
      for (let i = 0; i < count; i++)
        readers.push(await openReader({ hostname, port: Number(port) }, request));
    },
    async finish() {
      for (const { socket } of readers) socket.resume();
      const ends = Promise.all(readers.map(({ end }) => end));
      const all = await Promise.race([ends, Bun.sleep(FINISH_MS_MAX)]);
      if (!all) throw new Error("slow readers got neither their list nor an end");
      return all.filter((end) => end === "whole").length;
    },
    async [Symbol.asyncDispose]() {
      for (const { socket } of readers) socket.terminate();
    },
  };
}

async function openReader(address: { hostname: string; port: number }, request: string): Promise<Reader> {
  const { promise, resolve } = Promise.withResolvers<"whole" | "cut off">();
  let tail = "";
  const socket = await Bun.connect({
    ...address,
    socket: {
      data(_, bytes) {
        tail = (tail + bytes.toString("latin1", Math.max(0, bytes.length - LAST_CHUNK.length))).slice(
          -LAST_CHUNK.length,
        );
        if (tail === LAST_CHUNK) resolve("whole");
      },
      close: () => resolve("cut off"),
      error: () => resolve("cut off"),
    },
  });
  socket.pause();
  socket.write(request);
  return { socket, end: promise };
}
