// The signed-in key's owner and role, kept beside the stored key for pages that open without a network.

import type { Me } from "../../client/client.ts";
import { KEY_RECORD, KEY_STORES, type OpenRecords, type StoredRecord } from "../state/records.ts";
import type { State, StateStore } from "../state/state.ts";

interface MeRecord extends StoredRecord {
  readonly me: Me;
}

/**
 * Call it before a session is resumed. Also removes what the key may read when the browser stores the key no longer. Where the
 * browser blocks storage, the page asks the service each time.
 */
export function rememberMe(store: StateStore, open: OpenRecords): void {
  const records = open<MeRecord>("session");
  let kept: Me | undefined;
  let wasStored = false;
  let isRead = false;
  const keep = (me: Me): void => {
    kept = me;
    records.put({ id: KEY_RECORD, me }).catch(ignore);
  };
  const restore = async (): Promise<void> => {
    const record = await records.get(KEY_RECORD).catch(ignore);
    if (record === undefined || store.state.me !== undefined || !isStored(store.state)) return;
    store.set({ me: record.me, readOnly: record.me.role === "reader" });
  };
  store.subscribe(() => {
    const { me, session } = store.state;
    const mayKeep = isStored(store.state);
    if (wasStored && !mayKeep) forget(open);
    wasStored = mayKeep;
    if (!mayKeep) kept = undefined;
    else if (me === undefined && session.checking && !isRead) {
      isRead = true;
      void restore();
    } else if (me !== undefined && me !== kept) keep(me);
  });
}

function isStored({ session: { phase, remember } }: State): boolean {
  return phase === "in" && remember;
}

function forget(open: OpenRecords): void {
  for (const store of KEY_STORES) open(store).remove(KEY_RECORD).catch(ignore);
}

function ignore(): undefined {
  return undefined;
}
