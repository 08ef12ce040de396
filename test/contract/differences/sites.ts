import type { Differences } from "./difference.ts";

export const sites: Differences = {};
