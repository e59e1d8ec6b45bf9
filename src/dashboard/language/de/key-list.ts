// German: the list of keys.

import type { Catalogue } from "../catalogue.ts";

export const keyList: Catalogue["keyList"] = {
  enter: "Enter",
  tab: "Tab",
  esc: "Esc",
  space: "Leertaste",
  shift: "Umschalt",
  control: "Strg",
  delete: "Entf",
  toSearch:
    "Suchen, wie auch jeder Buchstabe und jede Ziffer, solange kein Feld aktiv ist; Enter öffnet ein Tier mit genau dieser ID oder diesem Code",
  toMove: "In der Tabelle bewegen; mit Strg bis an ihr Ende",
  toType: "Eine Menge eingeben, oder um wie viel sie sich ändert",
  toEdit: "Die Menge bearbeiten, einen Status wählen oder das Tier öffnen",
  toSave: "Speichern und nach rechts gehen",
  toCancel: "Abbrechen, die Auswahl aufheben oder das Tier schließen",
  toSelect: "Die Zeile auswählen",
  toSelectRange: "Einen Bereich auswählen",
  toSelectAll: "Alle Zeilen der Ansicht auswählen",
  toCopy: "Zeilen kopieren, Zellen einer Tabellenkalkulation einfügen",
  toRemove: "Die ausgewählten Tiere entfernen",
  toUndo: "Die letzte Änderung rückgängig machen",
  toCommand: "Das Befehlsmenü öffnen: Seiten, Tiere, gespeicherte Ansichten, Aktionen",
  toKeys: "Diese Tasten zeigen",
};
