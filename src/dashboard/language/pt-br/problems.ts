// Portuguese of Brazil: what is wrong with a file or a value of it.

import { LABEL_TEXT_LENGTH_MAX } from "../../../inventory/label.ts";
import type { Catalogue } from "../catalogue.ts";
import { counted, formatCount } from "../format.ts";

const NO_QUANTITY = "não é um número inteiro de animais";
const NOT_CLOSED = "falta fechar um colchete ou aspas?";

const bytesOf = (n: number): string => counted(n, { one: "byte", many: "de bytes", other: "bytes" });
const retype = (values: string): string =>
  `formate a coluna como texto, digite de novo os ${values} originais e salve o arquivo outra vez`;

export const problems: Catalogue["problems"] = {
  file_empty: "O arquivo está vazio",
  file_not_utf8: "O arquivo não está em UTF-8: salve-o como CSV (UTF-8)",
  file_not_csv: "As primeiras linhas não são CSV",
  file_utf16: "O arquivo está em UTF-16: salve-o como CSV (UTF-8)",
  file_archive: "O arquivo é uma pasta de trabalho ou um arquivo ZIP: salve a planilha como CSV (UTF-8)",
  file_workbook: "O arquivo é uma pasta de trabalho: salve a planilha como CSV (UTF-8)",
  file_gzip: "O arquivo está compactado com gzip: descompacte-o antes",
  file_zstd: "O arquivo está compactado com zstd: descompacte-o antes",
  nul_byte: "Há um byte NUL: o arquivo é binário ou está em UTF-16; salve-o como CSV (UTF-8)",

  header_absent: ({ names }) => `O arquivo não tem cabeçalho: escreva “${names}” na primeira linha`,
  header_unknown: ({ value, names }) =>
    `“${value}” não é um cabeçalho: inclua “${names}” como primeira linha`,
  header_json: ({ value }) =>
    `“${value}” é JSON, não CSV: use a extensão .json, ou .ndjson se cada linha for um animal`,
  header_quote_open: ({ value }) => `“${value}” não é um cabeçalho: há aspas que não fecham na linha`,
  header_too_long: ({ bytes }) => `A primeira linha tem mais de ${bytesOf(bytes)}: é um arquivo CSV?`,
  header_too_wide: ({ count, names }) =>
    `O cabeçalho tem ${counted(count, { one: "coluna", many: "de colunas", other: "colunas" })}: as possíveis são ${names}`,
  column_missing: "falta a coluna: inclua-a",
  column_unknown: ({ value, names }) => `“${value}” não é uma coluna: retire-a (as colunas são ${names})`,
  column_repeated: ({ value, meant }) => `“${value}” indica de novo a coluna ${meant}: deixe só uma das duas`,
  column_misnamed: ({ value, meant }) => `“${value}” não é uma coluna: escreva “${meant}”`,

  not_utf8: ({ value }) => `“${value}” não está em UTF-8: salve o arquivo como CSV (UTF-8)`,
  line_too_long: ({ bytes }) => `A linha tem mais de ${bytesOf(bytes)}`,
  row_too_long: ({ bytes }) => `A linha tem mais de ${bytesOf(bytes)}`,
  quote_open: "Há aspas nesta linha que nunca fecham",
  quote_too_long: ({ bytes }) => `Há aspas nesta linha que não fecham em ${bytesOf(bytes)}`,
  text_after_quote: ({ value }) =>
    `“${value}” tem texto depois das aspas que fecham: escreva aspas duplicadas dentro de um valor e ponha o valor inteiro entre aspas`,
  cell_count: ({ value, count, expected, separator }) => {
    const cells = counted(count, { one: "célula", many: "de células", other: "células" });
    const hint = separator === undefined ? "" : `: há um “${separator}” dentro de um valor?`;
    return `“${value}” tem ${cells} e o cabeçalho tem ${formatCount(expected)}${hint}`;
  },

  array_not_begun:
    "O arquivo não começa com “[”: deve ser uma única lista JSON (um animal por linha é .ndjson)",
  array_absent: "O arquivo não tem uma lista JSON",
  array_open: "O arquivo termina dentro da lista, antes do “]” que a fecha: ele foi cortado?",
  array_in_lines: ({ value }) => `“${value}” começa uma lista JSON: use a extensão .json`,
  text_after_array: "Há texto depois do “]” que fecha a lista: retire-o",
  item_open: `O arquivo termina dentro deste animal: ${NOT_CLOSED}`,
  item_too_long: ({ bytes }) => `O animal ocupa mais de ${bytesOf(bytes)}: ${NOT_CLOSED}`,
  item_missing: ({ before }) => `Falta um animal antes de “${before}”: retire a vírgula`,
  not_item: ({ value, example }) => `“${value}” não é um animal: escreva ${example}`,
  not_json: ({ value, detail }) => `“${value}” não é JSON: ${detail}`,
  number_too_long: ({ value }) =>
    `“${value}” tem cem algarismos seguidos: nenhum número de um animal é tão longo`,
  member_repeated: ({ value }) => `“${value}” aparece duas vezes em um animal: deixe só um dos dois`,
  member_unknown: ({ value, names }) =>
    `“${value}” não é um dado de um animal: retire-o (os dados são ${names})`,
  member_misnamed: ({ value, meant }) => `“${value}” não é um dado de um animal: escreva “${meant}”`,
  member_missing: ({ needs }) => `falta o dado: todo animal precisa de ${needs}`,
  number_in_quotes: ({ value }) => `“${value}” é um texto: escreva o número sem aspas`,
  text_expected: ({ value }) => `“${value}” não é um texto: escreva-o entre aspas`,
  code_as_number: ({ value }) =>
    `“${value}” é um número: escreva o código entre aspas, para manter os zeros iniciais`,

  value_missing: "a célula está vazia, e toda linha precisa de um valor",
  id_rounded: ({ value }) => `“${value}” foi arredondado por uma planilha: ${retype("ids")}`,
  id_invalid: ({ value }) =>
    `“${value}” não é um id: escreva só algarismos (sem “+”, separador, decimais ou zeros iniciais)`,
  quantity_invalid: ({ value }) => `“${value}” ${NO_QUANTITY}`,
  quantity_with_separators: ({ value }) => `“${value}” ${NO_QUANTITY}: escreva-o sem separadores`,
  quantity_with_signs: ({ value }) => `“${value}” ${NO_QUANTITY}: escreva-o sem “+” nem zeros iniciais`,
  status_unknown: ({ value }) => `“${value}” não é um status: escreva disponível, reservado ou vendido`,
  status_misspelt: ({ value, meant }) => `“${value}” não é um status: escreva “${meant}”`,
  code_rounded: ({ value }) => `“${value}” foi arredondado por uma planilha: ${retype("códigos")}`,
  pet_repeated: ({ value, firstLine }) =>
    `“${value}” já está na linha ${formatCount(firstLine)}: deixe só uma das duas`,
  too_long: ({ value }) => `“${value}” tem mais de ${formatCount(LABEL_TEXT_LENGTH_MAX)} caracteres`,
  control_character: ({ value }) =>
    `“${value}” tem uma quebra de linha ou outro caractere de controle: retire-o`,
  invisible_character: ({ value }) =>
    `“${value}” tem um caractere invisível, que muda como outras pessoas o leem: retire-o`,
  lone_surrogate: ({ value }) => `“${value}” tem metade de um caractere: escreva o caractere inteiro`,
  api_key: ({ value }) =>
    `“${value}” contém uma chave de API, que não deve ser guardada: retire-a, e revogue-a se outras pessoas a viram`,

  cell_error: ({ value, cell }) => `“${value}” é um erro na célula ${cell}: corrija-o na planilha`,
  cell_without_result: ({ cell }) =>
    `a fórmula da célula ${cell} não tem um resultado salvo: abra o arquivo em um programa de planilhas e salve-o de novo`,
  cell_too_long: ({ value, cell }) => `“${value}”, na célula ${cell}, é longo demais`,
  cell_rounded: ({ value, cell }) =>
    `“${value}”, na célula ${cell}, é um número com mais de 15 algarismos, que uma planilha arredonda: ${retype("valores")}`,
};
