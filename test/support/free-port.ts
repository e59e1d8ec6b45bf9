// A free port for servers that stop and start again on it.

/** Below the ports that systems give to outgoing connections, of which one could take it in between. */
const PORTS = { first: 20_000, count: 10_000 };

export function freePort(): number {
  for (;;) {
    const port = PORTS.first + Math.floor(Math.random() * PORTS.count);
    try {
      Bun.listen({ hostname: "127.0.0.1", port, socket: { data() {} } }).stop(true);
      return port;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    }
  }
}
