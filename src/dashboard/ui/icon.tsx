// The page's icons: lines on a grid of 20 pixels, in the color of the text around them.

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}

const PATHS = {
  inventory: "M3 6.5 10 3l7 3.5v7L10 17l-7-3.5v-7ZM3 6.5l7 3.5 7-3.5M10 10v7",
  count: "M3 5V3h2M15 3h2v2M17 15v2h-2M5 17H3v-2M6 7v6M8.5 7v6M11.5 7v6M14 7v6",
  activity: "M3 10a7 7 0 1 0 2-4.9M3 3.5V6h2.5M10 6.5V10l2.5 1.5",
  trends: "M3 3v14h14M6 13l3.5-4 3 2.5L17 6",
  key: "M12.5 3a4.5 4.5 0 1 1-4.2 6.1L3 14.5V17h2.5v-2H8v-2h1.6l.9-.9M13 6.8v.1",
  search: "M8.5 3a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11ZM12.5 12.5 17 17",
  plus: "M10 4v12M4 10h12",
  minus: "M4 10h12",
  close: "m5 5 10 10M15 5 5 15",
  check: "m4 10.5 4 4 8-9",
  undo: "M7 4 3.5 7.5 7 11M3.5 7.5H12a4.5 4.5 0 0 1 0 9H8",
  more: "M5 10h.01M10 10h.01M15 10h.01",
  down: "m5 8 5 5 5-5",
  left: "m12 5-5 5 5 5",
  right: "m8 5 5 5-5 5",
  import: "M10 3v10M6 9l4 4 4-4M3 16.5h14",
  export: "M10 13V3M6 7l4-4 4 4M3 16.5h14",
  person: "M10 3.5a3 3 0 1 1 0 6 3 3 0 0 1 0-6ZM4 16.5c.5-3 3-4.5 6-4.5s5.5 1.5 6 4.5",
  alert: "M10 3 17.5 16.5h-15L10 3ZM10 8v4M10 14.3v.1",
  help: "M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14ZM8 8a2 2 0 1 1 2.8 1.8c-.6.3-.8.7-.8 1.4M10 13.6v.1",
  camera: "M3 6.5h3l1.5-2h5l1.5 2h3V16H3V6.5ZM10 8.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5Z",
  trash: "M4 5.5h12M8 5.5V3.5h4v2M5.5 5.5l.7 11h7.6l.7-11M8.5 8.5v5M11.5 8.5v5",
  copy: "M7 7V3.5h9.5V13H13M3.5 7H13v9.5H3.5V7Z",
  print: "M6 7V3.5h8V7M6 13.5H3.5V7h13v6.5H14M6 11.5h8v5H6v-5Z",
  code: "m7 6-4 4 4 4M13 6l4 4-4 4",
} as const;
