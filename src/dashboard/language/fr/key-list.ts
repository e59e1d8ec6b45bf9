// French: the list of keys.

import type { Catalogue } from "../catalogue.ts";

export const keyList: Catalogue["keyList"] = {
  enter: "Entrée",
  tab: "Tab",
  esc: "Échap",
  space: "Espace",
  shift: "Maj",
  control: "Ctrl",
  delete: "Suppr",
  toSearch:
    "Rechercher, comme une lettre ou un chiffre tant que rien n’a le focus ; Entrée ouvre l’animal qui a exactement cet id ou ce code",
  toMove: "Se déplacer dans le tableau ; avec Ctrl, jusqu’à ses bords",
  toType: "Saisir une quantité, ou de combien elle change",
  toEdit: "Modifier la quantité, choisir un statut ou ouvrir l’animal",
  toSave: "Enregistrer et passer à droite",
  toCancel: "Abandonner, effacer la sélection ou fermer l’animal",
  toSelect: "Sélectionner la ligne",
  toSelectRange: "Sélectionner une plage",
  toSelectAll: "Sélectionner toutes les lignes de la vue",
  toCopy: "Copier des lignes, coller les cellules d’un tableur",
  toRemove: "Retirer les animaux sélectionnés",
  toUndo: "Annuler la dernière modification",
  toCommand: "Ouvrir le menu de commandes : pages, animaux, vues enregistrées, actions",
  toKeys: "Afficher ces touches",
};
