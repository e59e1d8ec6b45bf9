// A list of changes, newest first, as a page shows it: portions on demand, and the newest changes by themselves.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { failureMessage } from "../edits/failure-message.ts";
import { type Read, Reads } from "./reads.ts";

/** One response. */
interface Portion<T> {
  /** Newest first. */
  readonly entries: readonly T[];
  /** For the next portion; undefined at the end. */
  readonly cursor: string | undefined;
}

interface PagedOptions<T> {
  /** Identifies the list: another subject starts over. */
  readonly subject: string;
  /** Whenever it changes, the newest portion is read again. */
  readonly version: unknown;
  /** Changes of `version` that follow each other more closely are read once. */
  readonly settledMs: number;
  /** One request; without a cursor for the newest portion. */
  readonly read: (cursor: string | undefined, signal: AbortSignal) => Promise<Portion<T>>;
  /** Puts a portion after the entries shown. */
  readonly append: (entries: readonly T[], further: readonly T[]) => readonly T[];
  /** Where a filter may match little: how many portions are read, until `entriesMin` were found. Default: one. */
  readonly portionsMax?: number;
  readonly entriesMin?: number;
}

export interface Paged<T> {
  /** Undefined until the first portion has arrived. */
  readonly entries: readonly T[] | undefined;
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  /** Why reading failed, without a full stop. */
  readonly error: string | undefined;
  readonly loadMore: () => void;
  readonly retry: () => void;
}

interface Loaded<T> extends Portion<T> {
  readonly subject: string;
}

interface Revised {
  readonly revision: number;
}

export function usePaged<T extends Revised>(options: PagedOptions<T>): Paged<T> {
  const { subject, version, settledMs, read, append, portionsMax = 1, entriesMin = 0 } = options;
  const [loaded, setLoaded] = useState<Loaded<T>>();
  const { isLoading, error, reading } = useProgress();
  const reads = useMemo(() => new Reads(), [subject]);
  const readOn = (from: string | undefined): void =>
    reads.add(
      reading(async (signal) => {
        let cursor = from;
        let found = 0;
        for (let portion = 0; portion < portionsMax; portion += 1) {
          const after = cursor;
          const older = await read(cursor, signal);
          ({ cursor } = older);
          if (signal.aborted) return;
          setLoaded((before) => withOlder(before, { subject, ...older }, { after, append }));
          found += older.entries.length;
          if (cursor === undefined || found >= entriesMin) return;
        }
      }),
    );
  const readNewest = (): void =>
    reads.addUpdate(
      reading(async (signal) => {
        const newest = await read(undefined, signal);
        if (!signal.aborted) setLoaded((before) => withNewest(before, { subject, ...newest }));
      }),
    );
  useEffect(() => {
    readOn(undefined);
    return () => reads.stop();
  }, [subject]);
  const begunFor = useRef<string>(undefined);
  useEffect(() => {
    if (begunFor.current !== subject) {
      begunFor.current = subject;
      return undefined;
    }
    const timer = setTimeout(readNewest, settledMs);
    return () => clearTimeout(timer);
  }, [subject, version]);
  const shown = loaded?.subject === subject ? loaded : undefined;
  return {
    entries: shown?.entries,
    hasMore: shown?.cursor !== undefined,
    isLoading,
    error,
    loadMore: () => shown !== undefined && readOn(shown.cursor),
    retry: () => readOn(undefined),
  };
}

/** Whether something is being read, and why it failed; a read that was aborted says nothing more. */
function useProgress() {
  const [isLoading, setLoading] = useState(false);
  const [error, setError] = useState<string>();
  const reading =
    (read: Read): Read =>
    async (signal) => {
      setLoading(true);
      setError(undefined);
      await read(signal).catch((reason: unknown) => {
        if (!signal.aborted) setError(failureMessage(reason));
      });
      if (!signal.aborted) setLoading(false);
    };
  return { isLoading, error, reading };
}

/** `after` is the cursor that the portion was asked for with. One that no longer follows the entries shown is left out. */
function withOlder<T>(
  before: Loaded<T> | undefined,
  older: Loaded<T>,
  { after, append }: Pick<PagedOptions<T>, "append"> & { readonly after: string | undefined },
): Loaded<T> | undefined {
  if (after === undefined) return older;
  if (before?.subject !== older.subject || before.cursor !== after) return before;
  return { ...older, entries: append(before.entries, older.entries) };
}

/** A newest portion that does not reach the entries already shown replaces them. */
function withNewest<T extends Revised>(before: Loaded<T> | undefined, newest: Loaded<T>): Loaded<T> {
  const top = before?.subject === newest.subject ? before.entries[0] : undefined;
  const known = newest.entries.findIndex(({ revision }) => revision === top?.revision);
  if (before === undefined || top === undefined || known < 0) return newest;
  // Whether a revision can be undone changes with later ones, so what was read again replaces its older form.
  // The last one may go on in the next portion: its older form is whole.
  const whole = newest.cursor === undefined ? newest.entries : newest.entries.slice(0, -1);
  const shown = new Set(whole.map(({ revision }) => revision));
  const older = before.entries.filter(({ revision }) => !shown.has(revision));
  return { ...before, entries: [...whole, ...older] };
}
