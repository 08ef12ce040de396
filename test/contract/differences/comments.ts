import type { Differences } from "./difference.ts";

export const comments: Differences = {};
