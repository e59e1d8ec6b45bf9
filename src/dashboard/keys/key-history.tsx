// What became of a key, as sentences: who made, replaced and revoked it, and when. With dates rather than "yesterday": this is read
// after something went wrong.

import type { Key } from "../../client/client.ts";
import { keysText } from "../language/en/keys.ts";
import { byLocale } from "../language/format.ts";
import { actorInWords } from "../ui/names.ts";
import { RichText } from "../ui/rich-text.tsx";
import type { RelatedKeys } from "./key-facts.ts";

const moment = byLocale(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }),
);

interface KeyHistoryProps {
  readonly of: Key;
  readonly related: RelatedKeys;
}

export function KeyHistory({ of: key, related }: KeyHistoryProps) {
  return (
    <ul>
      <Made of={key} related={related} />
      {key.link !== null && key.link.openedAt !== null && (
        <Event text={keysText.linkOpened} at={key.link.openedAt} />
      )}
      {related.successors.get(key.id)?.map((successor) => (
        <Event
          key={successor.id}
          text={keysText.replacedBy}
          by={successor.createdBy}
          at={successor.createdAt}
        />
      ))}
      {key.revokedAt !== null && key.revokedBy !== null && (
        <Event text={keysText.revokedBy} by={key.revokedBy} at={key.revokedAt} />
      )}
    </ul>
  );
}

function Made({ of: { createdBy: by, createdAt: at, replaces }, related }: KeyHistoryProps) {
  if (replaces === null) return <Event text={keysText.made} by={by} at={at} />;
  // Undefined: a database may come from anywhere, and name a key that it does not have.
  const replaced = related.byId.get(replaces)?.createdAt;
  const text = replaced === undefined ? keysText.madeInPlaceOfUnknown : keysText.madeInPlaceOf;
  return <Event text={text} by={by} at={at} replaced={replaced} />;
}

interface EventProps {
  /** With places for `actor`, `time` and `replaced`. */
  readonly text: string;
  readonly by?: Key["createdBy"];
  /** RFC 3339. */
  readonly at: string;
  /** When the key that it replaced was made. */
  readonly replaced?: string | undefined;
}

function Event({ text, by, at, replaced }: EventProps) {
  const parts = {
    actor: by !== undefined && actorInWords(by.actor),
    time: <Moment at={at} />,
    replaced: replaced !== undefined && <Moment at={replaced} />,
  };
  return (
    <li>
      <RichText text={text} parts={parts} />
    </li>
  );
}

function Moment({ at }: { readonly at: string }) {
  return <time dateTime={at}>{moment().format(new Date(at))}</time>;
}
