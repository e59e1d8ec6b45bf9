// What each step of the import dialog gets.

import type { PageProps } from "../app/page-props.ts";
import type { Import } from "./import.ts";
import type { ImportView } from "./import-view.ts";

export interface ImportStepProps<Step extends ImportView["step"]> extends PageProps {
  readonly running: Import;
  readonly view: Extract<ImportView, { step: Step }>;
}
