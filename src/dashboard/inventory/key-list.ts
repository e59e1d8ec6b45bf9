// The keys of the inventory page, in words. docs/dashboard.md has the same list.

export const KEYS: readonly (readonly [keys: string, effect: string])[] = [
  ["/", "Search; Enter opens a pet by its exact id or code"],
  ["↑ ↓ ← →", "Move in the table; with Ctrl to its ends"],
  ["0–9 + -", "Type a quantity, or by how much it changes"],
  ["Enter", "Edit the quantity, choose a status, or open the pet"],
  ["Tab", "Save, and move to the right"],
  ["Esc", "Cancel, clear the selection, or close the pet"],
  ["Space", "Select the row"],
  ["Shift ↑ ↓", "Select a range"],
  ["Ctrl A", "Select all rows of the view"],
  ["Ctrl C, Ctrl V", "Copy rows, paste cells of a spreadsheet"],
  ["Delete", "Remove the selected pets"],
  ["Ctrl Z", "Undo the last change"],
  ["Ctrl K", "Open the command menu: pages, pets, saved views, actions"],
  ["?", "Show these keys"],
];
