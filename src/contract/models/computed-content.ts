import { z } from "zod";

export const ComputedSource = z.looseObject({
  type: z
    .string()
    .describe("What computes it: `builtin:openapi`, `builtin:translation` or `integration:<integration>:<source>`"),
  dependencies: z
    .record(z.string(), z.looseObject({}))
    .optional()
    .describe("What it is computed from, each with a `ref`; recomputed when one changes"),
  props: z.looseObject({}).optional().describe("Settings of the source"),
});
export type ComputedSource = z.infer<typeof ComputedSource>;

/** Members of content that is computed rather than written. */
export const computedMembers = {
  computed: ComputedSource.optional().describe("How it is computed; absent when it is written"),
  computedSeed: z.string().optional().describe("Seed of the ids within computed content"),
};
