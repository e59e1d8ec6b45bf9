// One revision of the activity: who, when, what and why. Opens to its pets.

import { useEffect, useState } from "preact/hooks";
import type { Movement } from "../../client/client.ts";
import type { PageProps } from "../app/dashboard.ts";
import { PageLink } from "../app/page-link.tsx";
import { may } from "../state/roles.ts";
import { useSelected } from "../state/use-selected.ts";
import { failureMessage } from "../edits/failure-message.ts";
import { formatDelta, formatTime } from "../language/format.ts";
import { Icon } from "../ui/icon.tsx";
import { PetName } from "../ui/pet-name.tsx";
import { reasonInWords } from "../ui/reason-fields.tsx";
import { type ActivityEntry, petsInWords } from "./activity-source.ts";
import { actorInWords, actorName } from "../ui/names.ts";
import { movementInWords } from "./movement-words.ts";
import { PersonText } from "../ui/person-text.tsx";
import { historyText } from "../language/en/history.ts";

interface RevisionEntryProps extends PageProps {
  readonly entry: ActivityEntry;
  readonly onUndo: (entry: ActivityEntry) => void;
}

/** Shown of a revision; it may have changed a million. */
const PETS_MAX = 100;

export function RevisionEntry({ dashboard, entry, onUndo }: RevisionEntryProps) {
  const [isOpen, setOpen] = useState(false);
  const mayUndo = useSelected(dashboard.store, (state) => may(state, "manager"));
  const { revision, at, actor, note, pets, quantityChange } = entry;
  return (
    <li class="revision">
      <div class="revision-line">
        <button type="button" class="revision-toggle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Icon name="right" />
          <time dateTime={at}>{formatTime(new Date(at))}</time>
          <b class="revision-who" title={actorInWords(actor)}>
            {actorName(actor)}
          </b>
          <span class="revision-what">
            {whatInWords(entry)}
            {note !== null && (
              <span class="quiet">
                {" "}
                · <PersonText text={note} />
              </span>
            )}
          </span>
          <span class="revision-amount">{quantityChange !== 0 && formatDelta(quantityChange)}</span>
        </button>
        {mayUndo && (
          <button
            type="button"
            class="small"
            aria-label={historyText.undoRevision(revision)}
            onClick={() => onUndo(entry)}
          >
            {historyText.undoAsks}
          </button>
        )}
      </div>
      {isOpen && <RevisionPets dashboard={dashboard} revision={revision} pets={pets} />}
    </li>
  );
}

/** `Counted: 3 pets`; of an undo, with the revision that it undoes. */
function whatInWords(entry: ActivityEntry): string {
  const { undoes } = entry;
  const [reason, pets] = [reasonInWords(entry.reason), petsInWords(entry)];
  return undoes === null ? historyText.what(reason, pets) : historyText.whatOfUndo(reason, undoes, pets);
}

interface RevisionPetsProps extends PageProps {
  readonly revision: number;
  readonly pets: number;
}

function RevisionPets({ dashboard, revision, pets }: RevisionPetsProps) {
  const [movements, setMovements] = useState<readonly Movement[]>();
  const [error, setError] = useState<string>();
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    dashboard.session.admin.movementPage({ revision, pageSize: PETS_MAX, signal }).then(
      ({ entries }) => setMovements(entries),
      (reason: unknown) => signal.aborted || setError(failureMessage(reason)),
    );
    return () => stop.abort();
  }, [revision]);
  const left = pets - (movements?.length ?? 0);
  return (
    <div class="revision-pets">
      {error !== undefined && <p class="bad">{error}</p>}
      {movements === undefined && error === undefined && <p class="quiet">{historyText.loading}</p>}
      <ul>
        {movements?.map((movement) => (
          <li key={String(movement.petId)}>
            <PageLink dashboard={dashboard} to="/" query={`?pet=${movement.petId}`}>
              <PetName petId={movement.petId} label={dashboard.pets.label(movement.petId)} />
            </PageLink>
            <span>{movementInWords(movement)}</span>
          </li>
        ))}
      </ul>
      {movements !== undefined && left > 0 && <p class="quiet">{historyText.morePets(left)}</p>}
    </div>
  );
}
