// Portuguese of Brazil: files to import: columns, problems of rows.

import type { Catalogue } from "../catalogue.ts";
import { counted, formOf } from "../format.ts";

const pets = (n: number): string => counted(n, { one: "animal", many: "de animais", other: "animais" });

export const imports: Catalogue["imports"] = {
  petId: "Id do animal",
  quantity: "Quantidade",
  status: "Status",
  name: "Nome",
  kind: "Tipo",
  code: "Código",
  low: "Baixo a partir de",
  inColumn: (title, text) => `${title}: ${text}`,
  unnamedColumn: (position, value) => `Coluna ${position} (${value})`,

  repeated: (line) => `Igual à linha ${line}`,
  contested: "Aparece mais de uma vez com valores diferentes",
  needsQuantityToReplace: "A linha não tem quantidade, e é preciso ter uma para substituir tudo",
  needsManagerToAdd:
    "Nenhum animal tem este id, e para adicionar animais é preciso uma chave com o papel de gerente",
  needsQuantityToAdd: "Nenhum animal tem este id, e a linha não tem quantidade para adicioná-lo",
  roundedId:
    "Nenhum animal tem este id, que parece arredondado por uma planilha: formate a coluna como texto, digite de novo os ids originais e salve o arquivo outra vez",
  statusAlone: "A linha tem um status, mas não tem quantidade",

  fileTooLarge: (file) => `${file} é grande demais. O limite é de 50 MB`,
  fileRefused: (file, reason) => `Não é possível ler ${file}. ${reason}`,
  workbookDamaged:
    "A pasta de trabalho está danificada ou não é um arquivo .xlsx: abra-a em um programa de planilhas e salve-a de novo como .xlsx",
  workbookEncrypted: "A pasta de trabalho está protegida por senha: salve-a sem senha",
  workbookOld: "O arquivo está em um formato antigo do Excel: abra-o e salve-o como .xlsx",
  workbookTooLarge:
    "A pasta de trabalho é grande demais: salve a planilha sozinha, ou como CSV (UTF-8), que pode ter mais linhas",
  workbookEmpty: "Nenhuma planilha visível da pasta de trabalho tem linhas",

  importedFrom: (n, file) => `${pets(n)} ${formOf(n, { one: "importado", other: "importados" })} de ${file}`,
  petsAdded: (n) => `${pets(n)} ${formOf(n, { one: "adicionado", other: "adicionados" })}`,
  petsChanged: (n) => `${pets(n)} ${formOf(n, { one: "alterado", other: "alterados" })}`,
  petsRemoved: (n) => `${pets(n)} ${formOf(n, { one: "removido", other: "removidos" })}`,
  labelsChanged: (n) => `dados de ${pets(n)} alterados`,
  nothingChanged: "Não havia nada para alterar",
  importComplete: (file, outcome) => `A importação de ${file} terminou: ${outcome}`,
  importInterrupted: (file) =>
    `A importação de ${file} foi interrompida. Em Atividade você vê se ela foi aplicada`,
  importAgain: (file, reason) => `${file} não foi importado. ${reason}. Importe-o de novo`,
  importUnknown: (file, reason) => `Ainda não se sabe se ${file} foi importado. ${reason}`,
  tryAgain: "Tentar de novo",
  pageFailed: (detail) => `Ocorreu um erro na página: ${detail}`,
};
