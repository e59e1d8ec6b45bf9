// Texts that a label may have. Apart from labels themselves: pages that show and change labels leave the check to the service.

import { LABEL_TEXT_LENGTH_MAX } from "./label.ts";
import { refusalOfText, type TextRefusal } from "./text.ts";

/** Why a text cannot be part of a label. */
export type LabelTextRefusal = "too_long" | TextRefusal;

/** Undefined if a label may have the text. */
export function refusalOfLabelText(text: string): LabelTextRefusal | undefined {
  // A character is one UTF-16 unit or two, so that most texts need no counting.
  if (text.length > LABEL_TEXT_LENGTH_MAX && [...text].length > LABEL_TEXT_LENGTH_MAX) return "too_long";
  return refusalOfText(text);
}
