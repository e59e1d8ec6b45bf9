// Spanish: saving: conflicts, waiting edits, undo.

import type { Catalogue } from "../catalogue.ts";
import { counted } from "../format.ts";

export const edits: Catalogue["edits"] = {
  enterNumber: "Escriba un número",
  notWholeNumber: (text) => `«${text}» no es un número entero`,
  notInRange: (text, max) => `«${text}» no es un número entero de 0 a ${max}`,
  maximum: (max) => `El máximo es ${max}`,
  cannotRemove: (now, number) => `Solo hay ${now} en existencias: no se pueden quitar ${number}`,
  onlyInStock: (now) => `Ahora solo hay ${now} en existencias`,

  madeByOther: "Se hizo con otra clave",
  madeBy: (by) => `Este cambio es de ${by}`,
  madeByNotYou: (by, you) => `Este cambio es de ${by}, y usted ha iniciado sesión como ${you}`,
  quantityNotSent: (pet, quantity) => `{by} puso ${quantity} como cantidad (${pet}), y no se guardó.`,
  labelNotSent: (pet, change) => `{by} cambió los datos (${pet}: ${change}), y no se guardaron.`,

  saved: (change) => `Guardado: ${change}`,
  alreadySaved: (change) => `Ya estaba guardado: ${change}`,
  oldQuantity: "El inventario aún tiene la cantidad anterior",
  oldLabel: "Los datos siguen como antes",
  quantityNotSaved: (pet, quantity, reason) => `${pet}, ${quantity} sin guardar. ${reason}`,
  labelNotSaved: (pet, change, reason) => `${pet}, ${change}: sin guardar. ${reason}`,
  quantityConflict: (pet, yours, theirs) =>
    `Otra persona ha cambiado la cantidad (${pet}): la suya es ${yours}, la otra ${theirs}. Elija en la fila`,
  labelConflict: (pet, values) =>
    `Otra persona ha cambiado los datos (${pet}). ${values}. Elija en el panel de la mascota`,
  yoursTheirs: (member, yours, theirs) => `${member}: el suyo ${yours}, el otro ${theirs}`,
  open: "Abrir",
  setTo: (pet, status) => `${pet}, ahora ${status}`,
  notChanged: (reason) => `Sin cambios: ${reason}`,
  nothingChanged: (change) => `${change}: no había nada que cambiar`,

  problemOf: (petId, problem) => `mascota ${petId}: ${problem}`,
  moreProblems: (problem, others) =>
    `${problem}, y ${counted(others, { one: "problema más", many: "de problemas más", other: "problemas más" })}`,
  changedPet: (petId) => `La mascota ${petId} ha cambiado entretanto`,
  changedPets: (petId, others) =>
    `La mascota ${petId} y ${counted(others, { one: "mascota más", many: "de mascotas más", other: "mascotas más" })} han cambiado entretanto`,
  nothingApplied: (reason) => `${reason}. No se ha cambiado nada`,

  undoing: (change) => `Deshaciendo: ${change}`,
  undone: (change) => `Deshecho: ${change}`,
  restored: (change) => `Restaurado: ${change}`,
  notUndone: (change, reason) => `No se ha deshecho: ${change}. ${reason}`,
  nothingToUndo: (change) => `No hay nada que deshacer: ${change}`,
  undoOfOther: (change, by) =>
    `No se ha deshecho: ${change}. Lo pidió ${by}: deshágalo otra vez para hacerlo a su nombre`,
  anotherKey: "alguien con otra clave",
  changedSince: (pets) =>
    `${counted(pets, { one: "de sus mascotas ha cambiado", many: "de sus mascotas han cambiado", other: "de sus mascotas han cambiado" })} desde entonces: abra «Actividad» para deshacer el resto`,
  undoNotConfirmed: "Sin confirmar: mire en «Actividad» antes de volver a intentarlo",
};
