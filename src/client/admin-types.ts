// Requests and answers of /admin/v1, from admin.yaml, with exact ids.

import type { components } from "../contract/admin.generated.ts";
import type { InventoryItem } from "../contract/item-json.ts";
import type { LedgerOptions, PetId } from "./options.ts";

type Schemas = components["schemas"];

/** A type of the contract whose ids are `bigint`: the members `petId`, and every array of numbers. */
export type Exact<T> = T extends number[]
  ? readonly bigint[]
  : T extends readonly (infer Element)[]
    ? readonly Exact<Element>[]
    : T extends object
      ? { readonly [Name in keyof T]: Name extends "petId" ? ExactId<T[Name]> : Exact<T[Name]> }
      : T;

type ExactId<T> = T extends number ? bigint : T;

export type Role = Schemas["Role"];
export type Me = Exact<Schemas["Me"]>;
export type Entry = Exact<Schemas["Entry"]>;
export type ChangesSince = Exact<Schemas["Changes"]>;
export type ActorPets = Exact<Schemas["ActorPets"]>;
/** Changes that say who made them. */
export type NamedChanges = ChangesSince & { readonly actors: readonly ActorPets[] };
export type ChangeSetResult = Exact<Schemas["ChangeSetResult"]>;
export type UndoResult = Exact<Schemas["UndoResult"]>;
export type Revision = Exact<Schemas["Revision"]>;
export type Movement = Exact<Schemas["Movement"]>;
export type Totals = Exact<Schemas["Totals"]>;
export type Label = Exact<Schemas["Label"]>;
export type LabelResult = Exact<Schemas["LabelResult"]>;
export type Key = Exact<Schemas["Key"]>;
export type CreatedKey = Exact<Schemas["CreatedKey"]>;
export type CreatedLink = Exact<Schemas["CreatedLink"]>;
export type NewKey = Readonly<Omit<Schemas["KeyRequest"], "linkValidFor">>;
export type Hook = Exact<Schemas["Hook"]>;
export type CreatedHook = Exact<Schemas["CreatedHook"]>;
export type HookAnswer = Exact<Schemas["HookAnswer"]>;
export type NewHook = Readonly<Schemas["HookRequest"]>;
/** An absent member is not changed. */
export type HookUpdate = Readonly<Schemas["HookUpdate"]>;
/** Whose key a link gives. */
export type LinkOwner = Omit<Exact<Schemas["SignIn"]>, "key">;
/** The key of a link. */
export type SignedIn = LinkOwner & { readonly key: string };

/** A type of the contract as a caller may give it: with an id in any exact form. */
type Given<T> = T extends object
  ? { readonly [Name in keyof T]: Name extends "petId" ? PetId : T[Name] }
  : never;

/**
 * One change of a change set: sets or adjusts a quantity, sets a status, creates a pet, or removes one; alone or beside it `label`
 * changes the label, only while it is as `ifLabel` says.
 */
export type Change = Given<Schemas["Change"]>;

/** Members of a label: null is no value, an absent one does not matter. */
export type LabelMembers = Readonly<Schemas["LabelMembers"]>;

export interface ChangeSet extends LedgerOptions {
  /** At most one for each pet, at most 1 MiB as JSON. */
  readonly changes: readonly Change[];
}

/** A row of `import`: stock, members of the label, or both. What is absent stays; of a new pet the status is `available`. */
export type Row = StockRow | LabelRow;

type StockRow = Given<Omit<Schemas["InventoryItem"], "status">> & RowMembers;

/** A status alone is of a pet that exists. */
type LabelRow = RowMembers & { readonly petId: PetId; readonly quantity?: undefined };

interface RowMembers extends LabelMembers {
  readonly status?: InventoryItem["status"] | undefined;
}

/** Changes of a label: a member that is absent stays, unless all labels are replaced; null removes it. */
export type LabelChange = Given<Schemas["LabelChange"]>;

/** All labels, and their tag. */
export interface Labels {
  readonly labels: readonly Label[];
  /** For `ifMatch`; undefined if a proxy removed it. */
  readonly etag: string | undefined;
}

/** The whole inventory as of one position, item by item as it arrives. */
export interface Snapshot {
  readonly position: string;
  /** Ascending by `petId`. Stopping early closes the connection. */
  readonly items: AsyncGenerator<InventoryItem, void, undefined>;
}
