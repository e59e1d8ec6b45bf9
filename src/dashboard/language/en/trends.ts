// Texts of trends, and what is low.

import { texts } from "../texts.ts";

export const trendsText = texts("trends", {});
