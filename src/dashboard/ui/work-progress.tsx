// Progress of work, as a bar and in percent.

import "./work-progress.css";
import { byLocale } from "../language/format.ts";

const percent = byLocale((locale) => new Intl.NumberFormat(locale, { style: "percent" }));

interface WorkProgressProps {
  /** 0 to 1; undefined where it cannot be measured. */
  readonly part: number | undefined;
  /** For screen readers: what is measured. */
  readonly label: string;
}

export function WorkProgress({ part, label }: WorkProgressProps) {
  return (
    <p class="work-progress">
      <progress max={1} value={part} aria-label={label} />
      {part !== undefined && <span class="percent">{percent().format(Math.floor(part * 100) / 100)}</span>}
    </p>
  );
}
