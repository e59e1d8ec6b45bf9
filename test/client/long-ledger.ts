// A service whose searches of the ledger end early, as those of a filter that matches little of a long ledger do after two seconds. Behind
// a gateway, which gives such pages; the requests that go on from them reach the service.

import { TestService } from "../support/service.ts";
import { cursorAfter, Gateway, stillSearching } from "./gateway.ts";

const PATH = "/admin/v1/movements";

export class LongLedger implements AsyncDisposable {
  readonly service: TestService;
  readonly gateway: Gateway;
  /** Of a manager. */
  readonly key: string;

  private constructor(service: TestService, gateway: Gateway, key: string) {
    this.service = service;
    this.gateway = gateway;
    this.key = key;
  }

  /** Revision 2 takes one of pet 1 as `lost`; the revisions 3 to 6 have other reasons. */
  static async start(): Promise<LongLedger> {
    const service = await TestService.start({ rows: ["1,5,available"] });
    const ledger = new LongLedger(
      service,
      await Gateway.before(service),
      await service.makeKey("--role", "manager"),
    );
    await ledger.#change('{"reason":"lost","changes":[{"petId":1,"by":-1}]}');
    for (const quantity of [7, 8, 9, 10])
      await ledger.#change(`{"changes":[{"petId":1,"quantity":${quantity}}]}`);
    return ledger;
  }

  get url(): string {
    return this.gateway.url;
  }

  /** The next search of the ledger ends early, and so does the one that goes on from there. */
  searchSlowly(): void {
    this.gateway.requests.length = 0;
    this.gateway.nextAt(PATH, stillSearching(5), stillSearching(3));
  }

  /** From where each request since `searchSlowly` has searched. */
  get searchedFrom(): readonly (string | null)[] {
    const requests = this.gateway.requests.filter(({ path }) => path === PATH);
    return requests.map(({ search }) => new URLSearchParams(search).get("after"));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.gateway[Symbol.asyncDispose]();
    await this.service[Symbol.asyncDispose]();
  }

  async #change(body: string): Promise<void> {
    const headers = { "Content-Type": "application/json" };
    const { status } = await this.service.ask("POST", "/admin/v1/revisions", {
      key: this.key,
      headers,
      body,
    });
    if (status !== 200) throw new Error(`status ${status}`);
  }
}

/** `searchedFrom` of a reader that goes on each time, and asks for nothing twice. */
export const WENT_ON = [null, cursorAfter(5), cursorAfter(3)];
