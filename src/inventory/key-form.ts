// The form of an API key, as far as texts and pages tell a key by it; keys/format.ts makes keys and checks their checksum.

/** With which every API key begins. */
export const KEY_PREFIX = "petstock_";

/** Random letters and digits after the prefix, and those of the checksum after them. */
export const KEY_RANDOM_LENGTH = 32;
export const KEY_CHECKSUM_LENGTH = 6;

/** Letters and digits of a link's code: the fewest with at least 128 random bits. */
export const LINK_CODE_LENGTH = 22;

/** A key within a text. Letters and digits may follow it, so that it is not whole. */
export const KEY_PATTERN = new RegExp(`${KEY_PREFIX}[0-9A-Za-z]{${KEY_RANDOM_LENGTH + KEY_CHECKSUM_LENGTH}}`);
