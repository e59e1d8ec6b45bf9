// Commands on a terminal of their own, a real pseudo-terminal.

import { environment, PROGRAM } from "../support/petstock.ts";
import { until } from "../support/until.ts";

export interface TerminalOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly columns?: number;
  readonly rows?: number;
  /** Stands in the last text of the command: the terminal may deliver it after the process has ended. */
  readonly last?: RegExp;
  /** Called with all text so far, whenever there is more. */
  readonly onText?: (text: string, keyboard: Keyboard) => void;
}

export interface Keyboard {
  readonly type: (keys: string) => void;
  /** Sends SIGTERM, once: a second signal would end the process at once. */
  readonly end: () => void;
}

/** Runs a command to its end; resolves with everything that it wrote. */
export async function onTerminal(
  args: readonly string[],
  { cwd, env = {}, columns = 120, rows = 30, last = /(?:)/, onText = () => {} }: TerminalOptions = {},
): Promise<{ exitCode: number; text: string }> {
  const decoder = new TextDecoder();
  let text = "";
  let isEnded = false;
  const end = () => {
    if (!isEnded) child.kill("SIGTERM");
    isEnded = true;
  };
  const child = Bun.spawn([...PROGRAM, ...args], {
    ...(cwd !== undefined && { cwd }),
    env: environment({ TERM: "xterm-256color", ...env }),
    terminal: {
      cols: columns,
      rows,
      data: (_, bytes) => {
        text += decoder.decode(bytes, { stream: true });
        onText(text, { end, type: (keys) => child.terminal?.write(keys) });
      },
    },
  });
  const exitCode = await child.exited;
  let length = -1;
  await until("the terminal to be read", () => length === (length = text.length) && last.test(text));
  child.terminal?.close();
  return { exitCode, text };
}
