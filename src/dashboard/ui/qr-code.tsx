// A QR code as a picture: black on white in every colour scheme, as readers need it.

import "./qr-code.css";
import { useMemo } from "preact/hooks";
import { encode } from "uqr";

/** Modules of white on each side, as ISO/IEC 18004 demands. */
const QUIET_ZONE = 4;

interface QrCodeProps {
  readonly text: string;
  /** For screen readers. */
  readonly label: string;
}

export function QrCode({ text, label }: QrCodeProps) {
  const { size, path } = useMemo(() => pathOf(text), [text]);
  return (
    <svg
      class="qr-code"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shape-rendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** A rectangle for each run of dark modules in a row. */
function pathOf(text: string): { readonly size: number; readonly path: string } {
  const { size, data } = encode(text, { ecc: "L", boostEcc: true, border: QUIET_ZONE });
  const rows = data.map((row) => row.map((isDark) => (isDark ? "#" : " ")).join(""));
  const runs = rows.flatMap((row, y) =>
    [...row.matchAll(/#+/g)].map(({ index, 0: { length } }) => `M${index} ${y}h${length}v1h-${length}z`),
  );
  return { size, path: runs.join("") };
}
