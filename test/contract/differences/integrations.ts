import type { Differences } from "./difference.ts";

export const integrations: Differences = {};
