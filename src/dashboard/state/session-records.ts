// The records of a session. On a shared computer nothing of it is stored, not even that there was one.

import type { OpenRecords, RecordStore, StoredRecord } from "./records.ts";
import type { StateStore } from "./state.ts";

/** `put` rejects on a shared computer, as it does where the browser blocks storage; what was stored before can be read and removed. */
export function sessionRecords(store: StateStore, open: OpenRecords): OpenRecords {
  return <T extends StoredRecord>(name: RecordStore) => {
    const records = open<T>(name);
    return {
      ...records,
      put: (record: T) => (store.state.session.remember ? records.put(record) : Promise.reject(isShared())),
    };
  };
}

function isShared(): DOMException {
  return new DOMException("a shared computer stores nothing", "SecurityError");
}
