// Opens files with the rights of the user who owns their folder. Root's rights would follow every link that another user sets
// in a folder of theirs; with that user's rights a link reaches only what the user can reach.

import { readFileSync, type Stats, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { StoreError } from "../inventory/store-error.ts";
import { type PathOwner, pathOwner } from "./path-owner.ts";

const ROOT = 0;
/**
 * A group without rights, for users that /etc/passwd does not have. Not the folder's group, since its owner need not be a
 * member.
 */
const NO_GROUP = 65_534;

const AS_ROOT: PathOwner = { uid: ROOT, because: "/" };

interface Groups {
  readonly gid: number;
  readonly groups: number[];
}

let rootGroups: Groups | undefined;
/** The user with whose rights the database is used, once that is decided. */
let databaseOwner: PathOwner | undefined;
/** The user whose rights are in effect. */
let currentOwner: PathOwner = AS_ROOT;

/**
 * Takes the rights for the database at `path`, before it is opened. A command can return to root, for files elsewhere that its
 * arguments name (`withRightsFor`); a service cannot (`forGood`). Does nothing if the process was not started by root. Throws a
 * StoreError if one process would need the rights of two users.
 */
export function takeRightsFor(path: string, { forGood }: { forGood: boolean }): void {
  if (!startedByRoot()) return;
  const owner = ownerOf(path);
  if (databaseOwner !== undefined && databaseOwner.uid !== owner.uid)
    throw differentOwners(databaseOwner, owner);
  databaseOwner = owner;
  if (owner.uid === ROOT) return;
  become(owner);
  refuseUnusableFolder(dirname(resolve(path)), owner);
  if (forGood) dropRoot(owner.uid);
}

/** Runs `work` with the rights for the file at `path`, which need not exist; see `takeRightsFor`. */
export async function withRightsFor<T>(path: string, work: () => T | Promise<T>): Promise<T> {
  return await rightsFor(path)(work);
}

/** Runs work with the rights of one user. */
export type WithRights = <T>(work: () => T | Promise<T>) => Promise<T>;

/**
 * As `withRightsFor`, for work in several steps: the path is resolved once, so that a link that is changed between the steps
 * changes nothing.
 */
export function rightsFor(path: string): WithRights {
  if (!startedByRoot()) return async (work) => await work();
  const owner = ownerOf(path);
  return (work) => withRightsOf(owner, work);
}

async function withRightsOf<T>(owner: PathOwner, work: () => T | Promise<T>): Promise<T> {
  const before = currentOwner;
  if (owner.uid === before.uid) return await work();
  become(owner);
  try {
    return await work();
  } finally {
    become(before);
  }
}

/** The rights in effect are those for a file at `path`. */
export function hasRightsFor(path: string): boolean {
  return !startedByRoot() || ownerOf(path).uid === currentOwner.uid;
}

/** Looked up as root, which can see every path. */
function ownerOf(path: string): PathOwner {
  const before = currentOwner;
  if (before.uid === ROOT) return pathOwner(path);
  become(AS_ROOT);
  try {
    return pathOwner(path);
  } finally {
    become(before);
  }
}

/**
 * The file may be read and written with the rights in effect. The system's own check (access) is about the user who started
 * the process, which is root.
 */
export function mayWrite({ uid, gid, mode }: Stats): boolean {
  const user = process.geteuid?.();
  if (user === ROOT || user === undefined) return true;
  if (uid === user) return (mode & 0o600) === 0o600;
  const isInGroup = gid === process.getegid?.() || process.getgroups?.().includes(gid) === true;
  return isInGroup ? (mode & 0o060) === 0o060 : (mode & 0o006) === 0o006;
}

function refuseUnusableFolder(folder: string, { uid, because }: PathOwner): void {
  const reason = `${because} belongs to user ${uid}, so that root's command works in ${folder} with the rights of that user`;
  const stats = statOrThrow(folder, reason);
  // A missing folder is reported elsewhere.
  if (stats === undefined || mayWrite(stats)) return;
  const advice = "run it as the folder's owner, or put the database into a folder of that user";
  throw new StoreError("unusable", `${reason}, who may not write there: ${advice}`);
}

function statOrThrow(folder: string, reason: string): Stats | undefined {
  try {
    return statSync(folder, { throwIfNoEntry: false });
  } catch (cause) {
    const advice = "run it as that user (docs/deploying.md says how for systemd)";
    const message = `${reason}, who cannot reach it (${(cause as Error).message}): ${advice}`;
    throw new StoreError("unusable", message, { cause });
  }
}

/** False after `forGood`. */
function startedByRoot(): boolean {
  return process.getuid?.() === ROOT;
}

/** Only the effective user changes, so that another process of that user cannot trace this one, or see files that root opened. */
function become(owner: PathOwner): void {
  try {
    rootGroups ??= { gid: process.getegid?.() ?? ROOT, groups: process.getgroups?.() ?? [] };
    process.seteuid?.(ROOT);
    const { gid } = owner.uid === ROOT ? takeRootGroups(rootGroups) : takeGroups(owner.uid);
    process.setegid?.(gid);
    process.seteuid?.(owner.uid);
    currentOwner = owner;
  } catch (error) {
    throw cannotBecome(owner, error);
  }
}

/** The runtime's types lack it. */
function initgroups(uid: number, gid: number): void {
  (process as unknown as { initgroups(user: number, group: number): void }).initgroups(uid, gid);
}

function takeRootGroups(groups: Groups): Groups {
  process.setgroups?.(groups.groups);
  return groups;
}

function takeGroups(uid: number): Pick<Groups, "gid"> {
  const gid = primaryGroup(uid) ?? NO_GROUP;
  try {
    initgroups(uid, gid);
  } catch {
    // A user id without a name, as in containers, is in no group.
    process.setgroups?.([gid]);
  }
  return { gid };
}

function primaryGroup(uid: number): number | undefined {
  try {
    const lines = readFileSync("/etc/passwd", "utf8").split("\n");
    const [, , , gid] = lines.map((line) => line.split(":")).find(([, , id]) => id === String(uid)) ?? [];
    return gid === undefined ? undefined : Number(gid);
  } catch {
    return undefined;
  }
}

function dropRoot(uid: number): void {
  const gid = process.getegid?.() ?? NO_GROUP;
  process.seteuid?.(ROOT);
  process.setgid?.(gid);
  process.setuid?.(uid);
}

function differentOwners(one: PathOwner, other: PathOwner): StoreError {
  const [a, b] = [one, other].map(({ uid, because }) => `${because} belongs to user ${uid}`);
  const advice =
    "root's command takes the rights of one of them: put both databases into folders of one user";
  return new StoreError("unusable", `the databases are of two users (${a}, ${b}), and ${advice}`);
}

function cannotBecome({ uid, because }: PathOwner, cause: unknown): StoreError {
  const reason = `${because} belongs to user ${uid}, whose rights root's command must take there and cannot take here`;
  return new StoreError("unusable", `${reason} (${(cause as Error).message}); run it as user ${uid}`, {
    cause,
  });
}
