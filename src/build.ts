// Facts about this build. Runs in browsers too: the dashboard names the program as its operator has to type it.

/** Put in by scripts/build.ts; there is none where the program runs from its source. */
declare const PETSTOCK_COMMIT: string;

/** The commit that the executable was built from; undefined where the program runs from its source. */
export const BUILD_COMMIT: string | undefined =
  typeof PETSTOCK_COMMIT === "string" ? PETSTOCK_COMMIT : undefined;

/** Run from the source of an installed package, not of a clone. In browsers this is the address of a script. */
const isInstalled = /\/node_modules\/petstock\//.test(import.meta.url);

/** The program as an operator types it in front of a command. */
export const PROGRAM = BUILD_COMMIT === undefined && !isInstalled ? "bin/petstock" : "petstock";
