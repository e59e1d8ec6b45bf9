// How far a change of several pets is: its first part, if it is large, can be measured; then the service applies it as a whole.

import { WorkProgress } from "../ui/work-progress.tsx";
import type { useSending } from "./use-sending.ts";

export function SendingProgress({ sending }: { readonly sending: ReturnType<typeof useSending> }) {
  const { isSending, readPart } = sending;
  if (!isSending) return null;
  const isReading = readPart !== undefined && readPart < 1;
  const text = isReading
    ? "Comparing with the present inventory"
    : "The service applies the change, as a whole or not at all";
  return (
    <div class="sending-progress">
      <p>{text}</p>
      <WorkProgress part={isReading ? readPart : undefined} label={text} />
    </div>
  );
}
