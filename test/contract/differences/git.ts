import type { Differences } from "./difference.ts";

export const git: Differences = {};
