// Authors of edits: the key that made each, and the name that the history gives to that key's changes.

import type { Me } from "../../client/client.ts";
import type { StateStore } from "../state/state.ts";
import { editsText } from "../language/en/edits.ts";
import { isolated } from "../ui/isolated.ts";

/** `petstock_` and eight random characters: tells keys apart, and is of no use without the other thirty. */
const KEY_START_CHARS = 17;

/** Identifies the key that made an edit. */
export type Author = string;

export function authorOf(apiKey: string): Author {
  return apiKey.slice(0, KEY_START_CHARS);
}

interface AuthorsOptions {
  readonly store: StateStore;
  /** The current session's key; undefined when signed out. */
  readonly apiKey: () => string | undefined;
}

export class Authors {
  readonly #options: AuthorsOptions;
  /** All keys that were signed in on this page. */
  readonly #known = new Map<Author, Me>();

  constructor(options: AuthorsOptions) {
    this.#options = options;
    options.store.subscribe(() => this.#note());
  }

  /** Whether the author's key is the one that is signed in. */
  isSameKey(author: Author): boolean {
    const apiKey = this.#options.apiKey();
    return apiKey !== undefined && author === authorOf(apiKey);
  }

  /** Whether the history names the author and the key that is signed in alike, such as after a key was replaced. */
  isSamePerson(author: Author): boolean {
    if (this.isSameKey(author)) return true;
    const [theirs, ours] = [this.#known.get(author), this.#current()];
    return theirs !== undefined && theirs.name === ours?.name && theirs.account === ours.account;
  }

  /** Undefined where the key's name was never known. */
  nameOf(author: Author): string | undefined {
    return this.#known.get(author)?.name;
  }

  /** Whose edit it is, where another key is signed in. */
  madeBy(author: Author): string {
    const [name, current] = [this.nameOf(author), this.currentName];
    const by = name && isolated(name);
    if (by === undefined) return editsText.madeByOther;
    return current === undefined ? editsText.madeBy(by) : editsText.madeByNotYou(by, isolated(current));
  }

  get currentName(): string | undefined {
    return this.#current()?.name;
  }

  #current(): Me | undefined {
    const apiKey = this.#options.apiKey();
    return apiKey === undefined ? undefined : this.#known.get(authorOf(apiKey));
  }

  #note(): void {
    const { me, session } = this.#options.store.state;
    const apiKey = this.#options.apiKey();
    // While another key signs in, `me` is still the last one's.
    if (me !== undefined && apiKey !== undefined && session.identity === "known")
      this.#known.set(authorOf(apiKey), me);
  }
}
