import type { Differences } from "./difference.ts";

export const translations: Differences = {};
