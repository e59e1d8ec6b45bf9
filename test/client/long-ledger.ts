// A service whose searches of the ledger end early, as those of a filter that matches little of a long ledger do after two seconds. Behind
// a gateway, which gives such pages; the requests that go on from them reach the service.

import { TestService } from "../support/service.ts";
import { cursorAfter, Gateway, stillSearching, type Turn } from "./gateway.ts";

const PATH = "/admin/v1/movements";
/** Where searches end that begin at this cursor. All others reach the service. */
const ENDS = new Map<string | null, number>([
  [null, 5],
  [cursorAfter(5), 3],
]);
/** From where one reader searches that goes on each time, and asks for nothing twice. */
export const WENT_ON = [null, cursorAfter(5), cursorAfter(3)];

const endEarly: Turn = (pass, { url }) => {
  const end = ENDS.get(searchedFrom(new URL(url).search));
  return end === undefined ? pass() : stillSearching(end);
};

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
    ledger.gateway.always(PATH, endEarly);
    return ledger;
  }

  get url(): string {
    return this.gateway.url;
  }

  /** From where each request has searched, of those for movements with this reason; any reason if undefined. Forgets all requests. */
  takeSearches(reason?: string): readonly (string | null)[] {
    const searches = this.gateway.requests.splice(0).filter(({ path }) => path === PATH);
    const wanted = searches.filter(({ search }) => reason === undefined || reasonOf(search) === reason);
    return wanted.map(({ search }) => searchedFrom(search));
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

function searchedFrom(search: string): string | null {
  return new URLSearchParams(search).get("after");
}

function reasonOf(search: string): string | null {
  return new URLSearchParams(search).get("reason");
}
