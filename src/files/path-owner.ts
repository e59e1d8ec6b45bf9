// Finds the user, other than root, who can change where a path leads.

import { lstatSync, readlinkSync, type Stats } from "node:fs";
import { join, resolve } from "node:path";
import { StoreError } from "../inventory/store-error.ts";

export interface PathOwner {
  /** 0 if only root can change it. */
  readonly uid: number;
  /** The folder or link that the user owns. */
  readonly because: string;
}

/** Linux's own limit. */
const LINKS_MAX = 40;
const WRITABLE_BY_ALL = 0o002;
const STICKY = 0o1000;

/**
 * The first user other than root who owns a folder or a link on the path to the file, which need not exist. The owner of a
 * folder can replace everything below it with links, so that owners further down do not matter. Members of a folder's group
 * are trusted: root added them. Throws a StoreError if every user could change the path.
 */
export function pathOwner(path: string): PathOwner {
  let writableByAll: string | undefined;
  for (const step of stepsTo(path)) {
    const { stats, folder } = step;
    const leadsOn = stats.isDirectory() || stats.isSymbolicLink();
    const isShared = (folder.mode & WRITABLE_BY_ALL) !== 0;
    // In a folder such as /tmp a file's owner can replace it with a link.
    if (stats.uid !== 0 && (leadsOn || isShared)) return { uid: stats.uid, because: step.path };
    if (isOpenToAll(stats)) writableByAll ??= step.path;
  }
  if (writableByAll === undefined) return { uid: 0, because: "/" };
  const reason = "every user may write there, and set links that would be followed with root's rights";
  const advice = "remove that right (chmod o-w), or run the command as another user";
  throw new StoreError(
    "unusable",
    `${path} is not used as root below ${writableByAll}: ${reason}; ${advice}`,
  );
}

/** Not /tmp: its sticky bit lets only a file's owner remove or replace it. */
function isOpenToAll(stats: Stats): boolean {
  return stats.isDirectory() && (stats.mode & WRITABLE_BY_ALL) !== 0 && (stats.mode & STICKY) === 0;
}

interface Step {
  readonly path: string;
  readonly stats: Stats;
  /** The stats of the folder that contains it. */
  readonly folder: Stats;
}

/** Every folder, link and file on the path that exists, links followed, without the root folder. */
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
      throw new StoreError("unusable", `${path}: too many links, or a link that leads to itself`);
    const target = readlinkSync(next);
    if (target.startsWith("/")) at = "/";
    left.unshift(...namesOf(target));
  }
}

function namesOf(path: string): string[] {
  return path.split("/").filter((name) => name !== "");
}
