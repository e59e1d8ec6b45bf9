// What became of a key, as sentences: who made, replaced and revoked it, and when. With dates rather than "yesterday": this is read
// after something went wrong.

import type { ComponentChildren } from "preact";
import type { Key } from "../../client/client.ts";
import { formatDate, formatTime } from "../language/format.ts";
import { actorInWords } from "../ui/names.ts";
import type { RelatedKeys } from "./key-facts.ts";

interface KeyHistoryProps {
  readonly of: Key;
  readonly related: RelatedKeys;
}

export function KeyHistory({ of: key, related }: KeyHistoryProps) {
  return (
    <ul>
      <Event what="Made" by={key.createdBy} at={key.createdAt}>
        {key.replaces !== null && <Replaced of={related.byId.get(key.replaces)} />}
      </Event>
      {related.successors.get(key.id)?.map((successor) => (
        <Event key={successor.id} what="Replaced" by={successor.createdBy} at={successor.createdAt} />
      ))}
      {key.revokedAt !== null && key.revokedBy !== null && (
        <Event what="Revoked" by={key.revokedBy} at={key.revokedAt} />
      )}
    </ul>
  );
}

interface EventProps {
  readonly what: string;
  readonly by: Key["createdBy"];
  /** RFC 3339. */
  readonly at: string;
  readonly children?: ComponentChildren;
}

function Event({ what, by, at, children }: EventProps) {
  return (
    <li>
      {what} by {actorInWords(by.actor)} on <Moment at={at} />
      {children}
    </li>
  );
}

/** Undefined: a database may come from anywhere, and name a key that it does not have. */
function Replaced({ of: old }: { readonly of: Key | undefined }) {
  if (old === undefined) return <>, in place of another key</>;
  return (
    <>
      , in place of the key of <Moment at={old.createdAt} />
    </>
  );
}

function Moment({ at }: { readonly at: string }) {
  const date = new Date(at);
  return (
    <time dateTime={at}>
      {formatDate(date)}, {formatTime(date)}
    </time>
  );
}
