// Whose rights files are opened with. Root's rights would follow every link that another user sets in a folder of theirs, so a
// command that root starts works in that folder as that user: a link there then reaches only what the user can reach.

import { readFileSync, type Stats, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { StoreError } from "../inventory/store-error.ts";
import { type PathOwner, pathOwner } from "./path-owner.ts";

const ROOT = 0;
/**
 * The group of users that /etc/passwd does not have: without rights. The folder's group is not taken, since its owner need
 * not be in it.
 */
const NO_GROUP = 65_534;

const AS_ROOT: PathOwner = { uid: ROOT, because: "/" };

interface Groups {
  readonly gid: number;
  readonly groups: number[];
}

let rootGroups: Groups | undefined;
/** Whose rights the database is used with, once that is decided. */
let databaseOwner: PathOwner | undefined;
/** Whose rights count at this moment. */
let currentOwner: PathOwner = AS_ROOT;

/**
 * Takes the rights that are right for the database at `path`, before it is opened. A command keeps the way back to root, for
 * files elsewhere that its user names (`withRightsFor`); a service gives it up `forGood`. Nothing happens where the process is
 * not root's. Throws a StoreError where one process would need the rights of two users.
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

/** Runs `work` with the rights that are right for the file at `path`, be it there yet or not; see `takeRightsFor`. */
export async function withRightsFor<T>(path: string, work: () => T | Promise<T>): Promise<T> {
  return await rightsFor(path)(work);
}

/** Runs work with rights that were decided once. */
export type WithRights = <T>(work: () => T | Promise<T>) => Promise<T>;

/**
 * As `withRightsFor`, for work in several steps: what a link led to in the first step must not be decided upon anew, since the
 * rights of the link's owner count there as well.
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

/** Whether a file at `path` is opened with the rights that the database is used with. */
export function hasRightsFor(path: string): boolean {
  return !startedByRoot() || ownerOf(path).uid === currentOwner.uid;
}

/** Looked up as root, who sees every path. */
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
 * Whether the file may be read and written with the rights that were taken. The system's own question (access) is about the
 * user who started the process, and so about root.
 */
export function mayWrite({ uid, gid, mode }: Stats): boolean {
  const user = process.geteuid?.();
  if (user === ROOT || user === undefined) return true;
  if (uid === user) return (mode & 0o600) === 0o600;
  const isInGroup = gid === process.getegid?.() || process.getgroups?.().includes(gid) === true;
  return isInGroup ? (mode & 0o060) === 0o060 : (mode & 0o006) === 0o006;
}

function refuseUnusableFolder(folder: string, { uid, because }: PathOwner): void {
  const whose = `${because} belongs to user ${uid}, so that root's command works in ${folder} with the rights of that user`;
  const stats = statOrThrow(folder, whose);
  // A folder that is missing has words of its own.
  if (stats === undefined || mayWrite(stats)) return;
  const advice = "run it as the folder's owner, or put the database into a folder of that user";
  throw new StoreError("unusable", `${whose}, who may not write there: ${advice}`);
}

function statOrThrow(folder: string, whose: string): Stats | undefined {
  try {
    return statSync(folder, { throwIfNoEntry: false });
  } catch (cause) {
    const advice = "run it as that user (docs/deploying.md says how for systemd)";
    const words = `who cannot reach it (${(cause as Error).message}): ${advice}`;
    throw new StoreError("unusable", `${whose}, ${words}`, { cause });
  }
}

/** False once root is given up for good. */
function startedByRoot(): boolean {
  return process.getuid?.() === ROOT;
}

/** The effective user alone changes, so another process of that user cannot trace this one, nor see what root has opened. */
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

/** The runtime has it, its types do not. */
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
    // A number without a name, as in containers, is in no group.
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
  const words = "root's command takes the rights of one of them; put both databases into folders of one user";
  return new StoreError("unusable", `the databases are of two users (${a}, ${b}), and ${words}`);
}

function cannotBecome({ uid, because }: PathOwner, cause: unknown): StoreError {
  const words = `${because} belongs to user ${uid}, whose rights a command of root works with there, and may not take here`;
  return new StoreError("unusable", `${words} (${(cause as Error).message}); run it as user ${uid}`, {
    cause,
  });
}
