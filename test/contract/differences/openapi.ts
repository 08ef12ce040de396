import type { Differences } from "./difference.ts";

const source = {
  added: { "body source is required": "The public service requires it; a specification comes from somewhere." },
  missing: { "body source is optional": "See above." },
};

export const openapi: Differences = {
  createOpenAPISpec: {
    added: {
      ...source.added,
      "body slug is at most 100": "The bound of the public description.",
      "body slug matches ^[a-zA-Z0-9]+(?:-[a-zA-Z0-9]+)*$": "The pattern that the specification's own field has.",
    },
    missing: source.missing,
  },
  createOrUpdateOpenAPISpecBySlug: source,
  updateOpenAPISpecBySlug: {
    added: { "body visibility is required": "The public service requires it; there is nothing else to change." },
    missing: { "body visibility is optional": "See above." },
  },
};
