// A client's connection through the proxy, and the connection to the server for it. Bytes that may not pass are held,
// and sent once they may.

export interface Address {
  readonly hostname: string;
  readonly port: number;
}

interface Network {
  mayPass(): boolean;
  closed(): void;
}

export class ProxiedConnection {
  /** The last bytes that the client has sent, to search for a text in them. */
  tail: Buffer = Buffer.alloc(0);
  /** Set if the connection is lost: nothing passes, even if the proxy forwards again. */
  isLost = false;
  readonly #client = new Lane();
  readonly #server = new Lane();
  readonly #network: Network;

  constructor(client: Bun.Socket<ProxiedConnection>, target: Address, network: Network) {
    this.#network = network;
    this.#client.open(client);
    Bun.connect({
      ...target,
      socket: {
        open: (server) => this.#server.open(server),
        data: (_, bytes) => this.#client.push(bytes, network.mayPass()),
        drain: () => this.#server.flush(),
        close: () => this.#serverClosed(),
      },
    }).catch(() => this.#serverClosed());
  }

  toServer(bytes: Buffer, mayPass: boolean): void {
    this.#server.push(bytes, mayPass);
  }

  clientDrained(): void {
    this.#client.flush();
  }

  clientClosed(): void {
    this.#client.closed();
    this.#server.end(this.#network.mayPass());
    this.#tellWhenClosed();
  }

  /** Sends the held bytes. */
  release(): void {
    if (this.isLost) return;
    this.#server.release();
    this.#client.release();
  }

  cut(): void {
    this.#client.cut();
    this.#server.cut();
  }

  #serverClosed(): void {
    this.#server.closed();
    this.#client.end(this.#network.mayPass());
    this.#tellWhenClosed();
  }

  #tellWhenClosed(): void {
    if (this.#client.isClosed && this.#server.isClosed) this.#network.closed();
  }
}

/** The bytes for one socket, in order: first those that may pass, then the held ones; the end comes last. */
class Lane {
  isClosed = false;
  #socket: Bun.Socket<unknown> | undefined;
  #passing: Buffer[] = [];
  #held: Buffer[] = [];
  #end: "none" | "held" | "passing" = "none";
  #isCut = false;

  open(socket: Bun.Socket<unknown>): void {
    this.#socket = socket;
    if (this.#isCut) socket.terminate();
    else this.flush();
  }

  push(bytes: Buffer, mayPass: boolean): void {
    (mayPass ? this.#passing : this.#held).push(Buffer.from(bytes));
    this.flush();
  }

  end(mayPass: boolean): void {
    this.#end = mayPass ? "passing" : "held";
    this.flush();
  }

  release(): void {
    this.#passing.push(...this.#held.splice(0));
    if (this.#end === "held") this.#end = "passing";
    this.flush();
  }

  /** Writes what the socket accepts; `drain` signals when it accepts more. */
  flush(): void {
    if (this.#socket === undefined || this.isClosed) return;
    for (let bytes = this.#passing.shift(); bytes !== undefined; bytes = this.#passing.shift()) {
      const written = Math.max(0, this.#socket.write(bytes));
      if (written === bytes.length) continue;
      this.#passing.unshift(bytes.subarray(written));
      return;
    }
    if (this.#end === "passing") this.#socket.end();
  }

  cut(): void {
    this.#isCut = true;
    this.#socket?.terminate();
  }

  closed(): void {
    this.isClosed = true;
  }
}
