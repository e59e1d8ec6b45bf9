// French: what is wrong with a file or a value of it.

import { LABEL_TEXT_LENGTH_MAX } from "../../../inventory/label.ts";
import type { Catalogue } from "../catalogue.ts";
import { counted, formatCount } from "../format.ts";

const NO_QUANTITY = "n’est pas un nombre entier d’animaux";
const NOT_CLOSED = "un crochet ou un guillemet n’est-il pas fermé\u00a0?";
const AS_CSV = "enregistrez-le en CSV (UTF-8)";

/** French puts a space that does not break before these signs. */
const quoted = (text: string): string => `«\u00a0${text}\u00a0»`;
const then = (text: string): string => `\u00a0: ${text}`;

const bytesOf = (n: number): string => counted(n, { one: "octet", many: "d’octets", other: "octets" });
const retype = (values: string): string =>
  `mettez la colonne au format texte, saisissez de nouveau les ${values} d’origine et réenregistrez le fichier`;

export const problems: Catalogue["problems"] = {
  file_empty: "Le fichier est vide",
  file_not_utf8: `Le fichier n’est pas en UTF-8${then(AS_CSV)}`,
  file_not_csv: "Les premières lignes ne sont pas du CSV",
  file_utf16: `Le fichier est en UTF-16${then(AS_CSV)}`,
  file_archive: `Le fichier est un classeur ou une archive ZIP${then("enregistrez la feuille en CSV (UTF-8)")}`,
  file_workbook: `Le fichier est un classeur${then("enregistrez la feuille en CSV (UTF-8)")}`,
  file_gzip: `Le fichier est compressé avec gzip${then("décompressez-le d’abord")}`,
  file_zstd: `Le fichier est compressé avec zstd${then("décompressez-le d’abord")}`,
  nul_byte: `Le fichier contient un octet NUL, il est donc binaire ou en UTF-16${then(AS_CSV)}`,

  header_absent: ({ names }) =>
    `Le fichier n’a pas d’en-tête${then(`écrivez ${quoted(names)} sur sa première ligne`)}`,
  header_unknown: ({ value, names }) =>
    `${quoted(value)} n’est pas un en-tête${then(`ajoutez ${quoted(names)} comme première ligne`)}`,
  header_json: ({ value }) =>
    `${quoted(value)} est du JSON, pas du CSV${then("utilisez l’extension .json, ou .ndjson si chaque ligne est un animal")}`,
  header_quote_open: ({ value }) =>
    `${quoted(value)} n’est pas un en-tête${then("un guillemet n’est pas fermé sur la ligne")}`,
  header_too_long: ({ bytes }) =>
    `La première ligne dépasse ${bytesOf(bytes)}${then("est-ce un fichier CSV\u00a0?")}`,
  header_too_wide: ({ count, names }) => {
    const columns = counted(count, { one: "colonne", many: "de colonnes", other: "colonnes" });
    return `L’en-tête a ${columns}${then(`les colonnes possibles sont ${names}`)}`;
  },
  column_missing: `la colonne manque${then("ajoutez-la")}`,
  column_unknown: ({ value, names }) =>
    `${quoted(value)} n’est pas une colonne${then(`retirez-la (les colonnes sont ${names})`)}`,
  column_repeated: ({ value, meant }) =>
    `${quoted(value)} désigne encore la colonne ${meant}${then("gardez-en une seule")}`,
  column_misnamed: ({ value, meant }) =>
    `${quoted(value)} n’est pas une colonne${then(`écrivez ${quoted(meant)}`)}`,

  not_utf8: ({ value }) =>
    `${quoted(value)} n’est pas en UTF-8${then("enregistrez le fichier en CSV (UTF-8)")}`,
  line_too_long: ({ bytes }) => `La ligne dépasse ${bytesOf(bytes)}`,
  row_too_long: ({ bytes }) => `La ligne dépasse ${bytesOf(bytes)}`,
  quote_open: "Un guillemet de cette ligne n’est jamais fermé",
  quote_too_long: ({ bytes }) => `Un guillemet de cette ligne n’est pas fermé au bout de ${bytesOf(bytes)}`,
  text_after_quote: ({ value }) =>
    `${quoted(value)} a du texte après un guillemet fermant${then("doublez les guillemets à l’intérieur d’une valeur et mettez toute la valeur entre guillemets")}`,
  cell_count: ({ value, count, expected, separator }) => {
    const cells = counted(count, { one: "cellule", many: "de cellules", other: "cellules" });
    const hint =
      separator === undefined
        ? ""
        : then(`y a-t-il un ${quoted(separator)} à l’intérieur d’une valeur\u00a0?`);
    return `${quoted(value)} a ${cells}, l’en-tête en a ${formatCount(expected)}${hint}`;
  },

  array_not_begun: `Le fichier ne commence pas par ${quoted("[")}${then("ce doit être une seule liste JSON (un animal par ligne, c’est .ndjson)")}`,
  array_absent: "Le fichier n’a pas de liste JSON",
  array_open: `Le fichier se termine dans la liste, avant son ${quoted("]")} fermant${then("a-t-il été coupé\u00a0?")}`,
  array_in_lines: ({ value }) =>
    `${quoted(value)} commence une liste JSON${then("utilisez l’extension .json")}`,
  text_after_array: `Il y a du texte après le ${quoted("]")} qui ferme la liste${then("retirez-le")}`,
  item_open: `Le fichier se termine au milieu de cet animal${then(NOT_CLOSED)}`,
  item_too_long: ({ bytes }) => `L’animal dépasse ${bytesOf(bytes)}${then(NOT_CLOSED)}`,
  item_missing: ({ before }) => `Il manque un animal avant ${quoted(before)}${then("retirez la virgule")}`,
  not_item: ({ value, example }) => `${quoted(value)} n’est pas un animal${then(`écrivez ${example}`)}`,
  not_json: ({ value, detail }) => `${quoted(value)} n’est pas du JSON${then(detail)}`,
  number_too_long: ({ value }) =>
    `${quoted(value)} a cent chiffres d’affilée${then("aucun nombre d’un animal n’est aussi long")}`,
  member_repeated: ({ value }) =>
    `${quoted(value)} figure deux fois dans un animal${then("gardez l’un des deux")}`,
  member_unknown: ({ value, names }) =>
    `${quoted(value)} ne fait pas partie d’un animal${then(`retirez-le (sont possibles ${names})`)}`,
  member_misnamed: ({ value, meant }) =>
    `${quoted(value)} ne fait pas partie d’un animal${then(`écrivez ${quoted(meant)}`)}`,
  member_missing: ({ needs }) => `cette donnée manque${then(`chaque animal a besoin de ${needs}`)}`,
  number_in_quotes: ({ value }) =>
    `${quoted(value)} est un texte${then("écrivez le nombre sans guillemets")}`,
  text_expected: ({ value }) => `${quoted(value)} n’est pas un texte${then("mettez-le entre guillemets")}`,
  code_as_number: ({ value }) =>
    `${quoted(value)} est un nombre${then("mettez le code entre guillemets pour garder les zéros du début")}`,

  value_missing: "la cellule est vide, et chaque ligne a besoin d’une valeur",
  id_rounded: ({ value }) => `${quoted(value)} a été arrondi par un tableur${then(retype("ids"))}`,
  id_invalid: ({ value }) =>
    `${quoted(value)} n’est pas un id${then(`n’écrivez que des chiffres (sans ${quoted("+")}, séparateur, décimale ni zéro au début)`)}`,
  quantity_invalid: ({ value }) => `${quoted(value)} ${NO_QUANTITY}`,
  quantity_with_separators: ({ value }) =>
    `${quoted(value)} ${NO_QUANTITY}${then("écrivez-le sans séparateurs")}`,
  quantity_with_signs: ({ value }) =>
    `${quoted(value)} ${NO_QUANTITY}${then(`écrivez-le sans ${quoted("+")} ni zéros au début`)}`,
  status_unknown: ({ value }) =>
    `${quoted(value)} n’est pas un statut${then("écrivez disponible, réservé ou vendu")}`,
  status_misspelt: ({ value, meant }) =>
    `${quoted(value)} n’est pas un statut${then(`écrivez ${quoted(meant)}`)}`,
  code_rounded: ({ value }) => `${quoted(value)} a été arrondi par un tableur${then(retype("codes"))}`,
  pet_repeated: ({ value, firstLine }) =>
    `${quoted(value)} figure déjà à la ligne ${formatCount(firstLine)}${then("gardez l’une des deux")}`,
  too_long: ({ value }) => `${quoted(value)} dépasse ${formatCount(LABEL_TEXT_LENGTH_MAX)} caractères`,
  control_character: ({ value }) =>
    `${quoted(value)} contient un saut de ligne ou un autre caractère de contrôle${then("retirez-le")}`,
  invisible_character: ({ value }) =>
    `${quoted(value)} contient un caractère invisible, qui change la façon dont d’autres le lisent${then("retirez-le")}`,
  lone_surrogate: ({ value }) =>
    `${quoted(value)} contient une moitié de caractère${then("écrivez le caractère entier")}`,
  api_key: ({ value }) =>
    `${quoted(value)} contient une clé d’API, qui ne doit pas être enregistrée${then("retirez-la, et révoquez-la si d’autres l’ont vue")}`,

  cell_error: ({ value, cell }) =>
    `${quoted(value)} est une erreur dans la cellule ${cell}${then("corrigez-la dans la feuille")}`,
  cell_without_result: ({ cell }) =>
    `la formule de la cellule ${cell} n’a pas de résultat enregistré${then("ouvrez le fichier dans un tableur et réenregistrez-le")}`,
  cell_too_long: ({ value, cell }) => `${quoted(value)}, dans la cellule ${cell}, est trop long`,
  cell_rounded: ({ value, cell }) =>
    `${quoted(value)}, dans la cellule ${cell}, est un nombre de plus de 15 chiffres, qu’un tableur arrondit${then(retype("valeurs"))}`,
};
