import { z } from "zod";
import { Timestamp } from "./paging.ts";

const NothingElse = z
  .boolean()
  .refine((value) => !value, { message: "additionalProperties must be false" })
  .describe("Always false: visitors have no attribute but these");

/** One attribute of a visitor. Objects nest further attributes, which are not described here: the depth is open. */
const Claim = z.looseObject({
  type: z.enum(["boolean", "string", "number", "array", "object"]).describe("What values the attribute has"),
  description: z.string().describe("What it says about a visitor; writers see it"),
  enum: z.array(z.string()).optional().describe("With `string`: the only values there are"),
  items: z.looseObject({}).optional().describe("With `array`: schema of one item, no array or object"),
  properties: z
    .record(z.string(), z.looseObject({}))
    .optional()
    .describe("With `object`: schema of each attribute in it, by name"),
  additionalProperties: NothingElse.optional().describe("With `object`: always false"),
});

/** Open, so that a schema that was read can be sent back whole. */
export const AdaptiveJsonSchema = z.looseObject({
  $schema: z.enum(["http://json-schema.org/draft-07/schema#"]).optional().describe("Dialect of JSON Schema"),
  type: z.enum(["object"]).describe("Always `object`"),
  properties: z
    .record(z.string(), Claim)
    .describe("Attributes by name; `unsigned` holds those a visitor can set unproved"),
  additionalProperties: NothingElse,
});
export type AdaptiveJsonSchema = z.infer<typeof AdaptiveJsonSchema>;

export const SiteAdaptiveSchema = z.looseObject({
  object: z.enum(["site-adaptive-schema"]).describe("Always `site-adaptive-schema`"),
  jsonSchema: AdaptiveJsonSchema.describe("Attributes of visitors that conditions may use"),
  updatedAt: Timestamp.describe("When it was last replaced"),
});
export type SiteAdaptiveSchema = z.infer<typeof SiteAdaptiveSchema>;

export const SiteTemplateCondition = z.looseObject({
  description: z.string().describe("Who the condition selects"),
  condition: z.string().describe("Expression to use as a `condition`"),
});
export type SiteTemplateCondition = z.infer<typeof SiteTemplateCondition>;
