// The table's layout for the current screen and text size.

import { useMemo } from "preact/hooks";
import { useMedia } from "../ui/use-media.ts";
import { type LayoutFacts, type TableLayout, tableLayout } from "./table-layout.ts";
import type { ScrollPosition } from "./use-scroll-position.ts";

export function useTableLayout(
  { width: widthPx, remPx }: Pick<ScrollPosition, "width" | "remPx">,
  { hasLabels, idChars }: Pick<LayoutFacts, "hasLabels" | "idChars">,
): TableLayout {
  const isCoarse = useMedia("(pointer: coarse)");
  return useMemo(
    () => tableLayout({ widthPx, remPx, isCoarse, hasLabels, idChars }),
    [widthPx, remPx, isCoarse, hasLabels, idChars],
  );
}
