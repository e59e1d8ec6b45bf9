// Decodes UTF-8 strictly, so that U+FFFD never silently replaces bytes that could not be decoded.

/** `ignoreBOM` keeps a byte order mark within the file, which is a mistake to be shown. */
const STRICT = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const LOSSY = new TextDecoder("utf-8", { ignoreBOM: true });

/** Undefined if the bytes are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return STRICT.decode(bytes);
  } catch {
    return undefined;
  }
}

/** With U+FFFD for bytes that are not UTF-8: only for messages. */
export function decodeLossy(bytes: Uint8Array): string {
  return LOSSY.decode(bytes);
}

export function joinedBytes(pieces: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
