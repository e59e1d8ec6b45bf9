// Who, beside root, can change what a path leads to.

import { lstatSync, readlinkSync, type Stats } from "node:fs";
import { join, resolve } from "node:path";
import { StoreError } from "../inventory/store-error.ts";

export interface PathOwner {
  /** 0 where root alone can change it. */
  readonly uid: number;
  /** The folder or the link that is theirs. */
  readonly because: string;
}

/** As Linux has it. */
const LINKS_MAX = 40;
const WRITABLE_BY_ALL = 0o002;
const STICKY = 0o1000;

/**
 * The first user beside root who owns a folder or a link on the way to the file at `path`, which need not be there yet. The
 * owner of a folder can put a link in the place of everything below it, so owners further down are no better. Members of a folder's
 * group count as trusted: root put them there. Throws a StoreError where any user at all could change the path.
 */
export function pathOwner(path: string): PathOwner {
  let writableByAll: string | undefined;
  for (const step of stepsTo(path)) {
    const { stats, folder } = step;
    const isWay = stats.isDirectory() || stats.isSymbolicLink();
    const isShared = (folder.mode & WRITABLE_BY_ALL) !== 0;
    // In a folder like /tmp a file's owner can put a link in its place.
    if (stats.uid !== 0 && (isWay || isShared)) return { uid: stats.uid, because: step.path };
    if (isOpenToAll(stats)) writableByAll ??= step.path;
  }
  if (writableByAll === undefined) return { uid: 0, because: "/" };
  const words = "every user may write there, and set links that would be followed with root's rights";
  const advice = "take that right away (chmod o-w), or run the command as another user";
  throw new StoreError("unusable", `${path} is not used as root below ${writableByAll}: ${words}; ${advice}`);
}

/** Not /tmp, whose sticky bit lets only owners remove or replace what is there. */
function isOpenToAll(stats: Stats): boolean {
  return stats.isDirectory() && (stats.mode & WRITABLE_BY_ALL) !== 0 && (stats.mode & STICKY) === 0;
}

interface Step {
  readonly path: string;
  readonly stats: Stats;
  /** Of the folder that it is in. */
  readonly folder: Stats;
}

/** Every folder, link and file on the way, links followed, as far as it is there; without the root folder. */
function* stepsTo(path: string): Generator<Step> {
  const left = namesOf(resolve(path));
  let at = "/";
  for (let links = 0; left.length > 0;) {
    const next = join(at, left.shift() as string);
    const stats = lstatSync(next, { throwIfNoEntry: false });
    if (stats === undefined) return;
    yield { path: next, stats, folder: lstatSync(at) };
    if (!stats.isSymbolicLink()) {
      at = next;
      continue;
    }
    links += 1;
    if (links > LINKS_MAX)
      throw new StoreError("unusable", `${path}: too many links, or one that leads to itself`);
    const target = readlinkSync(next);
    if (target.startsWith("/")) at = "/";
    left.unshift(...namesOf(target));
  }
}

function namesOf(path: string): string[] {
  return path.split("/").filter((name) => name !== "");
}
