// The clients with which the page asks the service, and the environment that makes them.

import type { PetstockAdmin, PetstockClient } from "../../client/client.ts";
import type { Environment } from "../state/environment.ts";
import type { InventorySource } from "./inventory-source.ts";

/** The clients of both contracts, with one API key. */
export interface Clients {
  readonly source: InventorySource;
  readonly client: PetstockClient;
  readonly admin: PetstockAdmin;
}

export interface ConnectedEnvironment extends Environment {
  /** Throws for text that cannot be an API key, such as one with spaces. */
  readonly connect: (apiKey: string) => Clients;
}
