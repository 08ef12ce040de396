import type { Differences } from "./difference.ts";

export const conversations: Differences = {};
