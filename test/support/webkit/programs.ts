// The programs of a stock WebKitGTK, as Debian and its kin install them.

import { existsSync } from "node:fs";

export interface WebKitPrograms {
  readonly driver: string;
  readonly browser: string;
  /** Its browser has windows only. */
  readonly xServer: string;
  /** Gives a window the keyboard, as a desktop would. */
  readonly focus: string;
}

const PLACES = ["lib/*/webkit2gtk-4.*/MiniBrowser", "lib*/webkit2gtk-4.*/MiniBrowser"];

/** Throws, with the reason, where one is missing. */
export function findWebKit(): WebKitPrograms {
  const installed = PLACES.flatMap((place) => [
    ...new Bun.Glob(place).scanSync({ cwd: "/usr", absolute: true }),
  ]);
  return {
    driver: inPath("WebKitWebDriver", "webkit2gtk-driver"),
    browser: existing(installed[0], "MiniBrowser", "webkit2gtk-driver"),
    xServer: inPath("Xvfb", "xvfb"),
    focus: inPath("xdotool", "xdotool"),
  };
}

function inPath(name: string, debianPackage: string): string {
  return existing(Bun.which(name) ?? undefined, name, debianPackage);
}

function existing(path: string | undefined, name: string, debianPackage: string): string {
  if (path !== undefined && existsSync(path)) return path;
  throw new Error(`no ${name}: install the package ${debianPackage}`);
}
