// Counting: scan a pet, count it, and the scan field has the focus again.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { PageProps } from "../app/dashboard.ts";
import { useFields } from "../state/use-selected.ts";
import { isolated } from "../ui/isolated.ts";
import { petNameFirst } from "../ui/names.ts";
import { Camera } from "./camera.tsx";
import { CountList } from "./count-list.tsx";
import { signal } from "./feedback.ts";
import { QuantityStep } from "./quantity-step.tsx";
import { ScanField } from "./scan-field.tsx";
import { UnknownCode } from "./unknown-code.tsx";
import { useOption } from "./use-option.ts";
import type { OpenStockTake } from "./use-stock-take.ts";
import { countText } from "../language/en/count.ts";

interface CountingProps extends PageProps, OpenStockTake {}

export function Counting({ dashboard, stockTake, known }: CountingProps) {
  const [petId, setPetId] = useState<bigint>();
  const [unknown, setUnknown] = useState<string>();
  const [said, setSaid] = useState("");
  const [isCameraOpen, setCameraOpen] = useState(false);
  const [isBlind, setBlind] = useOption("blind");
  const [countsScans, setCountsScans] = useOption("each-scan-counts");
  const input = useRef<HTMLInputElement>(null);
  // The list may arrive during the count, and the codes after it: an unknown code may be known then.
  useFields(dashboard.store, "petsVersion", "labelsVersion");
  // Before the next key: people and scanners do not wait.
  useLayoutEffect(() => {
    if (petId === undefined) input.current?.focus();
  }, [petId]);
  const count = (id: bigint, quantity: number): void => {
    void stockTake.count(id, quantity);
    setSaid(countText.petCounted(petNameFirst(id, known.label(id)), quantity));
    setPetId(undefined);
  };
  const found = (id: bigint): void => {
    setUnknown(undefined);
    signal("good");
    if (countsScans) return count(id, stockTake.countOf(id) + 1);
    setPetId(id);
  };
  const notFound = (text: string): void => {
    setUnknown(text);
    signal("bad");
  };
  const scanned = (code: string): void => {
    // The count of a pet is entered: what the camera still sees must not replace it.
    if (petId !== undefined) return;
    const id = known.find(code);
    if (id === undefined) notFound(code);
    else found(id);
  };
  const late = unknown === undefined ? undefined : known.find(unknown);
  useEffect(() => {
    // Another text in the field is typed now, and keeps its place.
    if (late !== undefined && ["", unknown].includes(input.current?.value.trim())) found(late);
  }, [late]);
  return (
    <div class="counting">
      {isCameraOpen && (
        <Camera
          openWorker={dashboard.environment.openScanWorker}
          onCode={scanned}
          onClose={() => setCameraOpen(false)}
        />
      )}
      {petId === undefined ? (
        <ScanField
          input={input}
          known={known}
          onPet={found}
          onUnknown={notFound}
          onCamera={isCameraOpen ? undefined : () => setCameraOpen(true)}
        />
      ) : (
        <QuantityStep
          key={String(petId)}
          petId={petId}
          known={known}
          counted={stockTake.store.state.counts.find((each) => each.petId === petId)?.counted}
          isBlind={isBlind}
          onCount={(quantity) => count(petId, quantity)}
          onCancel={() => setPetId(undefined)}
        />
      )}
      {unknown !== undefined && petId === undefined && (
        <UnknownCode
          dashboard={dashboard}
          code={unknown}
          onAdd={(id) => {
            setUnknown(undefined);
            setPetId(id);
          }}
          onNote={() => {
            void stockTake.noteUnknown(unknown);
            setSaid(countText.noted(isolated(unknown)));
            setUnknown(undefined);
            input.current?.focus();
          }}
        />
      )}
      <p class="said" role="status">
        {said}
      </p>
      <div class="options">
        <Option name={countText.blind} isOn={isBlind} onChange={setBlind} />
        <Option name={countText.eachScan} isOn={countsScans} onChange={setCountsScans} />
      </div>
      <CountList stockTake={stockTake} known={known} onEdit={setPetId} />
    </div>
  );
}

interface OptionProps {
  readonly name: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

function Option({ name, isOn, onChange }: OptionProps) {
  return (
    <label class="check">
      <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.currentTarget.checked)} />
      {name}
    </label>
  );
}
