// Texts of the list of keys: their names as they are on keyboards, and what they do.

import { texts } from "../texts.ts";

export const keyListText = texts("keyList", {
  enter: "Enter",
  tab: "Tab",
  esc: "Esc",
  space: "Space",
  shift: "Shift",
  control: "Ctrl",
  delete: "Delete",
  toSearch:
    "Search, as does a letter or a digit before anything has the focus; Enter opens a pet by its exact id or code",
  toMove: "Move in the table; with Ctrl to its ends",
  toType: "Type a quantity, or by how much it changes",
  toEdit: "Edit the quantity, choose a status, or open the pet",
  toSave: "Save, and move to the right",
  toCancel: "Cancel, clear the selection, or close the pet",
  toSelect: "Select the row",
  toSelectRange: "Select a range",
  toSelectAll: "Select all rows of the view",
  toCopy: "Copy rows, paste cells of a spreadsheet",
  toRemove: "Remove the selected pets",
  toUndo: "Undo the last change",
  toCommand: "Open the command menu: pages, pets, saved views, actions",
  toKeys: "Show these keys",
});
