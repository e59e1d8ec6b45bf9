// Spanish: trends, and what is low.

import type { Catalogue } from "../catalogue.ts";
import { counted, formatCount } from "../format.ts";

export const trends: Catalogue["trends"] = {
  tryAgain: "Reintentar",
  failed: (reason) => `${reason}.`,

  // Pets that need attention.
  needsAttention: "Requiere atención",
  nothingNeedsIt: "Nada requiere atención",
  loadingInventory: "Cargando el inventario…",
  low: "Quedan pocas",
  lowHint: "La cantidad ha llegado al límite que sus datos indican como bajo, y la mascota no está vendida.",
  noneLeft: "Disponible, pero no queda ninguna",
  noneLeftHint: "Reponga existencias o márquela como vendida.",
  soldInStock: "Vendida, pero con existencias",
  soldInStockHint: "Corrija la cantidad o el estado.",
  showMore: (pets) =>
    `Ver más: ${counted(pets, { one: "mascota más", many: "de mascotas más", other: "mascotas más" })}`,
  quantityOf: (pet) => `Cantidad: ${pet}`,
  statusOf: (pet, status) => `Estado: ${pet}, ${status}`,
  save: "Guardar",
  saving: "Guardando…",
  notConfirmed: "Sin confirmar; reintentando",
  notSaved: (reason) => `No se ha guardado: ${reason}`,
  setByOthers: (quantity) => `No se ha guardado: otra persona ha puesto ${formatCount(quantity)}`,
  dismiss: "Descartar",

  // Over time.
  overTime: "A lo largo del tiempo",
  period: "Periodo",
  wholeHistory: "Todo",
  lastChange: "Último cambio: {time}.",
  loadingTotals: "Cargando los totales…",
  totalsFailed: "No se han podido cargar los totales",
  noHistory: "Todavía no hay historial",
  firstChange: "El gráfico empieza con el primer cambio.",
  beginsThisHour: "El historial empieza en esta hora. Los gráficos aparecen con la segunda.",
  beginsThisDay: "El historial empieza en este día. Los gráficos aparecen con el segundo.",
  beginsThisWeek: "El historial empieza en esta semana. Los gráficos aparecen con la segunda.",
  unitsInStock: "Unidades en existencia",
  inAndOutByHour: "Entradas y salidas por hora",
  inAndOutByDay: "Entradas y salidas por día",
  inAndOutByWeek: "Entradas y salidas por semana",
  chart: (title, newest) => `${title}. ${newest}`,
  newest: (series, value) => `${series} ahora: ${formatCount(value)}`,
  from: "Desde",
  units: "Unidades",
  in: "Entradas",
  out: "Salidas",
  unitsNow: "Unidades ahora",
  petsInStock: "Mascotas con existencias",
  cameIn: "Entradas",
  wentOut: "Salidas",
  showFigures: "Ver las cifras",
  figures: "Cifras",
  figuresByHour:
    "Existencias al final de cada hora, con las entradas y salidas de esa hora. Las horas son UTC.",
  figuresByDay: "Existencias al final de cada día, con las entradas y salidas de ese día. Las horas son UTC.",
  figuresByWeek:
    "Existencias al final de cada semana, con las entradas y salidas de esa semana. Las horas son UTC.",
  available: "Disponibles",
  pending: "Reservadas",
  sold: "Vendidas",

  // By reason.
  byReason: "Entradas y salidas por motivo",
  reason: "Motivo",
  reading: (changes) =>
    `Leyendo el historial: ${counted(changes, { one: "cambio", many: "de cambios", other: "cambios" })} hasta ahora`,
  readSince: (changes) => `Los cambios más recientes: ${formatCount(changes)}, desde: {time}.`,
  readMore: (changes) => `Leer ${formatCount(changes)} más`,
  nothingMoved: "En este periodo no ha habido entradas ni salidas.",
};
