// The common style of the plots: Vega-Lite's settings, and the colours of a light and of a dark page. Plots are drawn with the
// light colours; the style sheet in the SVG replaces them on a dark page.

interface Shade {
  readonly light: string;
  readonly dark: string;
}

const SHADES = {
  page: { light: "#ffffff", dark: "#0d1117" },
  text: { light: "#1f2328", dark: "#e6edf3" },
  quiet: { light: "#59636e", dark: "#9198a1" },
  line: { light: "#d8dee4", dark: "#30363d" },
  first: { light: "#0969da", dark: "#58a6ff" },
  second: { light: "#bf3989", dark: "#f778ba" },
  third: { light: "#bc4c00", dark: "#f0883e" },
  fourth: { light: "#8250df", dark: "#a371f7" },
  fifth: { light: "#1a7f37", dark: "#3fb950" },
  limit: { light: "#6e7781", dark: "#848d97" },
} satisfies Record<string, Shade>;

const light = (name: keyof typeof SHADES) => SHADES[name].light;

/** The colour of each server; all limits have the same. */
export const COLOURS = {
  petstock: light("first"),
  "rust-sqlite": light("fourth"),
  "bun-sqlite": light("fifth"),
  "elysia-sqlite": light("second"),
  "fastify-sqlite": light("third"),
  limit: light("limit"),
} as const;
export type Who = keyof typeof COLOURS;
const QUIET = light("quiet");

export const STYLE = `@media (prefers-color-scheme: dark) {${Object.values(SHADES)
  .flatMap((shade) => ["fill", "stroke"].map((what) => `[${what}="${shade.light}"]{${what}:${shade.dark}}`))
  .join("")}}`;

const FONT = "system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif";

export const CONFIG = {
  font: FONT,
  background: light("page"),
  padding: 12,
  view: { stroke: null },
  title: {
    anchor: "start",
    color: light("text"),
    fontSize: 14,
    subtitleColor: QUIET,
    subtitleFontSize: 12,
    offset: 12,
  },
  axis: {
    domainColor: light("line"),
    gridColor: light("line"),
    tickColor: light("line"),
    labelColor: QUIET,
    titleColor: QUIET,
    labelFontSize: 11,
    titleFontSize: 12,
    titleFontWeight: "normal",
    labelPadding: 4,
    titlePadding: 8,
  },
  header: {
    labelColor: light("text"),
    labelFontSize: 12,
    titleColor: QUIET,
    labelAnchor: "start",
    labelFontWeight: "bold",
  },
  text: { font: FONT, fontSize: 12, color: light("text") },
} as const;
