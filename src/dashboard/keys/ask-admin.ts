// Asks the service as the admin who is signed in. A refusal of the own key is the session's to handle.

import type { PetstockAdmin } from "../../client/client.ts";
import type { Dashboard } from "../app/dashboard.ts";

export async function askAdmin<T>(
  { session }: Pick<Dashboard, "session">,
  request: (admin: PetstockAdmin) => Promise<T>,
): Promise<T> {
  const { admin, client } = session;
  try {
    return await request(admin);
  } catch (error) {
    session.onKeyError(error, client);
    throw error;
  }
}
