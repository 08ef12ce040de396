import type { Differences } from "./difference.ts";

export const openapi: Differences = {};
