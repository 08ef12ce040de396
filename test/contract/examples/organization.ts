import type { Examples } from "./example.ts";

export const organization: Examples = {};
