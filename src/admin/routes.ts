// The route table of the Admin API: each operation of admin.yaml with the role that it needs (`x-role`).

import type { Operation } from "../http/operation.ts";
import { authenticateRole } from "../http/require-role.ts";
import type { MeasuredMethods } from "../http/with-metrics.ts";
import type { RouteTable } from "../http/dispatch.ts";
import type { AdminOperationId } from "../inventory/metrics.ts";
import type { Role } from "../inventory/role.ts";
import { applyChangeSet } from "./apply-change-set.ts";
import type { ChangeSetPorts } from "./change-set-ports.ts";
import { changes, type ChangesPorts } from "./changes.ts";
import { entry, type EntryPorts } from "./entry.ts";
import { createKey, type KeyPorts, listKeys, revokeKey, rotateKey } from "./keys.ts";
import type { HookPorts } from "./hook-replies.ts";
import { createHook, deleteHook, listHooks, rotateHook, testHook, updateHook } from "./hooks.ts";
import { entriesByCode, type EntriesByCodePorts } from "./entries-by-code.ts";
import { type LabelPorts, listLabels, putLabels } from "./labels.ts";
import { me, type MePorts } from "./me.ts";
import { movements, type MovementsPorts } from "./movements.ts";
import { revisions, type RevisionsPorts } from "./revisions.ts";
import { renewLink, signIn, type SignInPorts } from "./sign-in.ts";
import { totals, type TotalsPorts } from "./totals.ts";
import { undoRevision, type UndoPorts } from "./undo.ts";

/** The parts that the operations use. */
type AdminPorts = MePorts &
  EntryPorts &
  EntriesByCodePorts &
  ChangesPorts &
  ChangeSetPorts &
  UndoPorts &
  RevisionsPorts &
  MovementsPorts &
  TotalsPorts &
  LabelPorts &
  KeyPorts &
  HookPorts &
  SignInPorts;

interface Route {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below `/admin/v1`, in the runtime's form. */
  readonly path: string;
  /** `authenticate` of its ports admits only keys with this role. `none`: it needs no key. */
  readonly role: Role | "none";
  readonly operation: (ports: AdminPorts) => Operation;
}

/** By operationId, in the order of admin.yaml. */
export const ADMIN_OPERATIONS: Readonly<Record<AdminOperationId, Route>> = {
  getMe: { method: "GET", path: "/me", role: "reader", operation: me },
  listEntries: { method: "GET", path: "/inventory", role: "reader", operation: entriesByCode },
  getEntry: { method: "GET", path: "/inventory/:petId", role: "reader", operation: entry },
  listChanges: { method: "GET", path: "/changes", role: "reader", operation: changes },
  listRevisions: { method: "GET", path: "/revisions", role: "reader", operation: revisions },
  applyChangeSet: { method: "POST", path: "/revisions", role: "clerk", operation: applyChangeSet },
  undoRevision: {
    method: "POST",
    path: "/revisions/:revision/undo",
    role: "manager",
    operation: undoRevision,
  },
  listMovements: { method: "GET", path: "/movements", role: "reader", operation: movements },
  getTotals: { method: "GET", path: "/totals", role: "reader", operation: totals },
  listLabels: { method: "GET", path: "/labels", role: "reader", operation: listLabels },
  putLabels: { method: "PUT", path: "/labels", role: "manager", operation: putLabels },
  listKeys: { method: "GET", path: "/keys", role: "admin", operation: listKeys },
  createKey: { method: "POST", path: "/keys", role: "admin", operation: createKey },
  rotateKey: { method: "POST", path: "/keys/:id/rotate", role: "admin", operation: rotateKey },
  renewLink: { method: "POST", path: "/keys/:id/link", role: "admin", operation: renewLink },
  revokeKey: { method: "DELETE", path: "/keys/:id", role: "admin", operation: revokeKey },
  listHooks: { method: "GET", path: "/hooks", role: "admin", operation: listHooks },
  createHook: { method: "POST", path: "/hooks", role: "admin", operation: createHook },
  updateHook: { method: "PATCH", path: "/hooks/:id", role: "admin", operation: updateHook },
  deleteHook: { method: "DELETE", path: "/hooks/:id", role: "admin", operation: deleteHook },
  testHook: { method: "POST", path: "/hooks/:id/test", role: "admin", operation: testHook },
  rotateHook: { method: "POST", path: "/hooks/:id/rotate", role: "admin", operation: rotateHook },
  signIn: { method: "POST", path: "/sign-in", role: "none", operation: signIn },
};

const PREFIX = "/admin/v1";

export function adminRoutes(ports: AdminPorts): RouteTable {
  const routes: Record<string, Record<string, Operation>> = {};
  for (const { method, path, role, operation } of Object.values(ADMIN_OPERATIONS)) {
    const authenticate = role === "none" ? ports.authenticate : authenticateRole(ports.authenticate, role);
    const methods = (routes[PREFIX + path] ??= {});
    methods[method] = operation({ ...ports, authenticate });
  }
  return routes;
}

/** The operationIds by path and method, for the metrics. */
export function adminOperationIds(): Readonly<Record<string, MeasuredMethods>> {
  const ids: Record<string, Record<string, AdminOperationId>> = {};
  for (const [id, { method, path }] of Object.entries(ADMIN_OPERATIONS)) {
    const methods = (ids[PREFIX + path] ??= {});
    methods[method] = id as AdminOperationId;
  }
  return ids;
}
