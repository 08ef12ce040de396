import type { Examples } from "./example.ts";

export const integrations: Examples = {};
