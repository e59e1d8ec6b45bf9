// Portuguese of Brazil: the list of keys.

import type { Catalogue } from "../catalogue.ts";

export const keyList: Catalogue["keyList"] = {
  enter: "Enter",
  tab: "Tab",
  esc: "Esc",
  space: "Espaço",
  shift: "Shift",
  control: "Ctrl",
  delete: "Delete",
  toSearch:
    "Buscar, assim como uma letra ou um dígito enquanto nada tem o foco; Enter abre o animal com exatamente esse id ou código",
  toMove: "Mover-se pela tabela; com Ctrl, até as bordas",
  toType: "Digitar uma quantidade, ou quanto ela muda",
  toEdit: "Editar a quantidade, escolher um status ou abrir o animal",
  toSave: "Salvar e ir para a direita",
  toCancel: "Cancelar, limpar a seleção ou fechar o animal",
  toSelect: "Selecionar a linha",
  toSelectRange: "Selecionar um intervalo",
  toSelectAll: "Selecionar todas as linhas da visualização",
  toCopy: "Copiar linhas, colar células de uma planilha",
  toRemove: "Remover os animais selecionados",
  toUndo: "Desfazer a última alteração",
  toCommand: "Abrir o menu de comandos: páginas, animais, visualizações salvas, ações",
  toKeys: "Mostrar estas teclas",
};
