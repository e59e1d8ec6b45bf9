// Holds streams of changes open and discards what they send: raw sockets in a process of its own, so that reading costs little. Once
// all are open it prints their service's address.
//   stream-holder.ts URL KEY COUNT

import { argv } from "bun";

const [address = "", key = "", count = "0"] = argv.slice(2);
const { hostname, port, host, origin } = new URL(address);
const request = `GET /admin/v1/changes HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${key}\r\nAccept: text/event-stream\r\n\r\n`;

function open(): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let isOpen = false;
  void Bun.connect({
    hostname,
    port: Number(port),
    socket: {
      open: (socket) => void socket.write(request),
      data(_, bytes) {
        if (isOpen) return;
        isOpen = true;
        if (bytes.toString("latin1", 0, 12) === "HTTP/1.1 200") resolve();
        else reject(new Error(bytes.toString("latin1")));
      },
      // The benchmark ends the service before this process.
      close: () => process.exit(0),
    },
  });
  return promise;
}

for (let opened = 0; opened < Number(count); opened++) await open();
process.stdout.write(`${count} streams of ${origin}\n`);
