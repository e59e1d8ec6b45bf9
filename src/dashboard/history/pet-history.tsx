// A pet's timeline: who changed it, when, from what to what and why, each line with its undo.

import "./history.css?late";
import type { Movement } from "../../client/client.ts";
import type { PageProps } from "../app/dashboard.ts";
import { may } from "../state/roles.ts";
import { useSelected } from "../state/use-selected.ts";
import { changeSetFailure } from "../edits/changes.ts";
import { Loading } from "../ui/empty-state.tsx";
import { reasonInWords } from "../ui/reason-fields.tsx";
import { Time } from "../ui/time.tsx";
import { actorInWords, petNameFirst } from "../ui/names.ts";
import { changesStock, movementInWords, setBackInWords } from "./movement-words.ts";
import { setBack } from "./set-back.ts";
import { usePetMovements } from "./use-pet-movements.ts";
import { PersonText } from "../ui/person-text.tsx";
import { historyText } from "../language/en/history.ts";
import { RichText } from "../ui/rich-text.tsx";

interface PetHistoryProps extends PageProps {
  readonly petId: bigint;
}

export function PetHistory({ dashboard, petId }: PetHistoryProps) {
  const {
    entries: movements,
    hasMore,
    isLoading,
    error,
    loadMore,
    retry,
  } = usePetMovements(dashboard, petId);
  return (
    <section class="pet-history" aria-labelledby="pet-history">
      <h3 id="pet-history">{historyText.history}</h3>
      {error !== undefined && (
        <p class="bad" role="alert">
          {historyText.failed(error)}{" "}
          <button type="button" class="small" onClick={retry}>
            {historyText.tryAgain}
          </button>
        </p>
      )}
      {movements === undefined && error === undefined && <Loading text={historyText.loadingHistory} />}
      {movements?.length === 0 && !hasMore && <p class="quiet">{historyText.noneKept}</p>}
      {movements !== undefined && movements.length > 0 && (
        <ol class="timeline" aria-label={historyText.newestFirst}>
          {movements.map((movement, at) => (
            <TimelineEntry
              key={movement.revision}
              dashboard={dashboard}
              petId={petId}
              movement={movement}
              isNewest={at === 0}
            />
          ))}
        </ol>
      )}
      {hasMore && (
        <button type="button" class="link" disabled={isLoading} onClick={loadMore}>
          {isLoading ? historyText.loading : historyText.showOlder}
        </button>
      )}
    </section>
  );
}

interface EntryProps extends PetHistoryProps {
  readonly movement: Movement;
  readonly isNewest: boolean;
}

function TimelineEntry({ dashboard, petId, movement, isNewest }: EntryProps) {
  const { reason, note, actor, at } = movement;
  return (
    <li>
      <p class="timeline-change">
        <b>{movementInWords(movement)}</b>
        <UndoButton dashboard={dashboard} petId={petId} movement={movement} isNewest={isNewest} />
      </p>
      <p class="quiet">
        <RichText
          text={historyText.madeBy}
          parts={{ reason: reasonInWords(reason), actor: actorInWords(actor), time: <Time at={at} /> }}
        />
      </p>
      {note !== null && (
        <p class="movement-note">
          <PersonText text={note} />
        </p>
      )}
    </li>
  );
}

function UndoButton({ dashboard, petId, movement, isNewest }: EntryProps) {
  const needed = isQuantityOnly(movement) ? "clerk" : "manager";
  const isAllowed = useSelected(dashboard.store, (state) => may(state, needed));
  if (!isAllowed) return null;
  const effect = setBackInWords(movement);
  const undo = async (): Promise<void> => {
    const { session, changes, pets } = dashboard;
    const { admin } = session;
    const current = { item: pets.item(petId), label: pets.label(petId) };
    const name = petNameFirst(petId, current.label);
    try {
      const title = historyText.petSetBack(name, effect);
      const result = await setBack({ admin, changes, movement, current, title });
      if (result === "done") return;
      dashboard.notify({ text: historyText.changedByOthers(name), tone: "bad" });
    } catch (error) {
      dashboard.notify({ text: historyText.notUndone(changeSetFailure(error)), tone: "bad" });
    }
  };
  const isRemoval = movement.before === null && changesStock(movement);
  const action = isRemoval ? historyText.removeAgain : historyText.setBack(effect);
  return (
    <button
      type="button"
      class="small"
      aria-label={isNewest ? historyText.undoTo(effect) : undefined}
      title={isNewest ? action : historyText.asItWas}
      onClick={() => void undo()}
    >
      {isNewest ? historyText.undo : action}
    </button>
  );
}

/** The pet was there before and after, with the same status and label. */
function isQuantityOnly({ before, after, label }: Movement): boolean {
  return before !== null && after !== null && before.status === after.status && label === undefined;
}
