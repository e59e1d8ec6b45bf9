// Sends the edits that a page before has left in the outbox, once for each session.

import type { PetstockClient } from "../../client/client.ts";
import type { LabelTypes } from "./label-save.ts";
import type { Outbox } from "./outbox.ts";
import type { QuantityTypes } from "./quantity-save.ts";
import type { StoredAttempt } from "./save-attempt.ts";
import type { Saves } from "./saves.ts";
import type { SessionContext } from "./session-context.ts";

interface ResumedEditsOptions {
  readonly context: SessionContext;
  readonly outbox: Outbox;
  readonly saves: Saves<QuantityTypes>;
  readonly labelSaves: Saves<LabelTypes>;
}

export class ResumedEdits {
  readonly #options: ResumedEditsOptions;
  #resumedFor: PetstockClient | undefined;

  constructor(options: ResumedEditsOptions) {
    this.#options = options;
  }

  async resume(): Promise<void> {
    const { context, outbox, saves, labelSaves } = this.#options;
    const client = context.client();
    if (client === this.#resumedFor) return;
    this.#resumedFor = client;
    for (const record of await outbox.takeOver(context.author())) {
      const { id } = record;
      if (!context.isCurrent(client)) outbox.leave(id);
      else if (isOfLabel(record)) labelSaves.resume(record, id);
      else saves.resume(record as StoredAttempt<QuantityTypes>, id);
    }
  }
}

function isOfLabel(record: StoredAttempt<LabelTypes | QuantityTypes>): record is StoredAttempt<LabelTypes> {
  return record.edit.kind === "label";
}
