// The keys of the inventory page, in words. docs/dashboard.md has the same list.

import { keyListText } from "../language/en/key-list.ts";

export function keyList(): readonly (readonly [keys: string, effect: string])[] {
  const { shift, control } = keyListText;
  return [
    ["/", keyListText.toSearch],
    ["↑ ↓ ← →", keyListText.toMove],
    ["0–9 + -", keyListText.toType],
    [keyListText.enter, keyListText.toEdit],
    [keyListText.tab, keyListText.toSave],
    [keyListText.esc, keyListText.toCancel],
    [keyListText.space, keyListText.toSelect],
    [`${shift} ↑ ↓`, keyListText.toSelectRange],
    [`${control} A`, keyListText.toSelectAll],
    [`${control} C, ${control} V`, keyListText.toCopy],
    [keyListText.delete, keyListText.toRemove],
    [`${control} Z`, keyListText.toUndo],
    [`${control} K`, keyListText.toCommand],
    ["?", keyListText.toKeys],
  ];
}
