// A listener that occupies a port.

import { type AddressInfo, createServer } from "node:net";

export class PortHolder implements AsyncDisposable {
  readonly #server = createServer();

  static async open(): Promise<PortHolder> {
    const holder = new PortHolder();
    await new Promise<void>((resolve) => holder.#server.listen(0, "127.0.0.1", resolve));
    return holder;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
