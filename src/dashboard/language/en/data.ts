// Texts of changes that arrive from the service.

import { texts } from "../texts.ts";

export const dataText = texts("data", {
  removedByOthers: (petId: bigint) => `Pet ${petId} was removed by someone else`,
});
