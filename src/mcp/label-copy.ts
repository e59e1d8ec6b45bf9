// The labels as of now, kept in memory: a call transfers them only if they have changed.

import type { Label, Labels } from "../client/admin-types.ts";
import type { Service } from "./service.ts";

export class LabelCopy {
  readonly #source: Pick<Service, "labels">;
  #known: Labels | undefined;

  constructor(source: Pick<Service, "labels">) {
    this.#source = source;
  }

  async current(): Promise<readonly Label[]> {
    this.#known = await this.#source.labels({ known: this.#known });
    return this.#known.labels;
  }
}
