// A bar of parts of a whole, with a button for each part that filters by it.

import "./segmented-bar.css";
import type { ComponentChildren } from "preact";
import { formatCount } from "../language/format.ts";

interface Segment {
  readonly name: string;
  readonly value: number;
  /** A CSS custom property, such as `--accent`. */
  readonly color: string;
  /** Shown before the name, so that the color is not needed. */
  readonly mark?: ComponentChildren;
  readonly isPressed: boolean;
  readonly onPress: () => void;
}

interface SegmentedBarProps {
  /** Names the group for screen readers. */
  readonly label: string;
  readonly segments: readonly Segment[];
}

export function SegmentedBar({ label, segments }: SegmentedBarProps) {
  const isAnyPressed = segments.some(({ isPressed }) => isPressed);
  return (
    <div class="segmented-bar">
      <div class="segments" aria-hidden="true">
        {segments
          .filter(({ value }) => value > 0)
          .map(({ name, value, color, isPressed, onPress }) => (
            <div
              key={name}
              class={isAnyPressed && !isPressed ? "segment dim" : "segment"}
              style={{ flexGrow: value, background: `var(${color})` }}
              onClick={onPress}
            />
          ))}
      </div>
      <div class="chips" role="group" aria-label={label}>
        {segments.map(({ name, value, mark, isPressed, onPress }) => (
          <button key={name} type="button" class="filter-chip" aria-pressed={isPressed} onClick={onPress}>
            {mark}
            {name} <span class="count">{formatCount(value)}</span>
          </button>
        ))}
      </div>
    </div>
  );
}
