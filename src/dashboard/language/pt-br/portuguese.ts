// Portuguese of Brazil: all parts, loaded as one file.

import type { Catalogue } from "../catalogue.ts";
import { ui } from "./ui.ts";
import { reasons } from "./reasons.ts";
import { state } from "./state.ts";
import { errors } from "./errors.ts";
import { edits } from "./edits.ts";
import { session } from "./session.ts";
import { signIn } from "./sign-in.ts";
import { account } from "./account.ts";
import { link } from "./link.ts";
import { shell } from "./shell.ts";
import { command } from "./command.ts";
import { inventory } from "./inventory.ts";
import { data } from "./data.ts";
import { pet } from "./pet.ts";
import { keyList } from "./key-list.ts";
import { imports } from "./imports.ts";
import { problems } from "./problems.ts";
import { transfer } from "./transfer.ts";
import { count } from "./count.ts";
import { firstHint } from "./first-hint.ts";
import { history } from "./history.ts";
import { trends } from "./trends.ts";
import { connections } from "./connections.ts";
import { keys } from "./keys.ts";

const portuguese: Catalogue = {
  firstHint,
  ui,
  reasons,
  state,
  errors,
  edits,
  session,
  signIn,
  account,
  link,
  shell,
  command,
  inventory,
  data,
  pet,
  keyList,
  imports,
  problems,
  transfer,
  count,
  history,
  trends,
  keys,
  connections,
};

export default portuguese;
