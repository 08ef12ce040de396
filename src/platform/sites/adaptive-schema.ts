import type { AdaptiveJsonSchema, SiteAdaptiveSchema, SiteTemplateCondition } from "../../contract/models/site.ts";
import { Problem } from "../kernel/problem.ts";
import type { SiteRow } from "./sites-rows.ts";

/** One attribute of a visitor, as the schema describes it at any depth. */
export interface ClaimSchema {
  readonly type: "boolean" | "string" | "number" | "array" | "object";
  readonly description: string;
  readonly enum?: readonly string[];
  readonly items?: { readonly type?: string; readonly enum?: readonly string[] };
  readonly properties?: Readonly<Record<string, ClaimSchema>>;
}

export type ClaimSchemas = Readonly<Record<string, ClaimSchema>>;

/** The attributes of a schema that was checked when it was stored; the model leaves their depth open. */
export const claimsOf = ({ properties }: AdaptiveJsonSchema): ClaimSchemas => properties as object as ClaimSchemas;

/** Without a schema of its own a site knows no attribute of its visitors. */
const noClaims: AdaptiveJsonSchema = {
  $schema: "http://json-schema.org/draft-07/schema#",
  type: "object",
  properties: {
    unsigned: {
      type: "object",
      description: "Unsigned claims of the site visitor.",
      properties: {},
      additionalProperties: false,
    },
  },
  additionalProperties: false,
};

type WithSchema = Pick<SiteRow, "adaptive_schema" | "adaptive_schema_at" | "created_at">;

export const adaptiveSchemaOf = ({ adaptive_schema: json }: Pick<SiteRow, "adaptive_schema">): AdaptiveJsonSchema =>
  json === null ? noClaims : (JSON.parse(json) as AdaptiveJsonSchema);

export const presentAdaptiveSchema = (site: WithSchema): SiteAdaptiveSchema => ({
  object: "site-adaptive-schema",
  jsonSchema: adaptiveSchemaOf(site),
  updatedAt: site.adaptive_schema_at ?? site.created_at,
});

/** Attributes within attributes, and all of them together. */
const [deepest, most] = [5, 200];

/** Throws `bad_request` naming the attribute that is described in a way that conditions could not use. */
export function requireAdaptiveSchema({ properties }: AdaptiveJsonSchema): void {
  let count = 0;
  const { unsigned } = properties;
  if (unsigned !== undefined && (unsigned.type !== "object" || unsigned.properties === undefined)) {
    throw wrong(["unsigned"], "must be an object with `properties`");
  }
  checkAll(properties, []);

  function checkAll(claims: Readonly<Record<string, unknown>>, path: readonly string[]): void {
    if (path.length >= deepest) throw wrong(path, `is nested more than ${deepest} deep`);
    for (const [name, claim] of Object.entries(claims)) {
      count += 1;
      if (count > most) throw new Problem("bad_request", `jsonSchema: has more than ${most} attributes.`);
      check(claim, [...path, name]);
    }
  }

  function check(given: unknown, path: readonly string[]): void {
    if (typeof given !== "object" || given === null) throw wrong(path, "must be a schema");
    const claim = given as Partial<Record<keyof ClaimSchema | "additionalProperties", unknown>>;
    if (typeof claim.description !== "string") throw wrong(path, "needs a `description`");
    const { type, items, properties: members } = claim;
    if (type === "boolean" || type === "number") return;
    if (type === "string") {
      if (claim.enum !== undefined && !isTexts(claim.enum)) throw wrong(path, "has an `enum` that is no list of texts");
    } else if (type === "array") {
      if (!isItems(items)) throw wrong(path, "needs `items` of type boolean, string or number");
    } else if (type === "object") {
      if (claim.additionalProperties !== false) throw wrong(path, "needs `additionalProperties` false");
      if (typeof members !== "object" || members === null) throw wrong(path, "needs `properties`");
      checkAll(members as Readonly<Record<string, unknown>>, path);
    } else throw wrong(path, "has a `type` that is not boolean, string, number, array or object");
  }
}

const wrong = (path: readonly string[], problem: string) =>
  new Problem("bad_request", `jsonSchema.properties.${path.join(".properties.")}: ${problem}.`);

const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === "string");

const isItems = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  ["boolean", "string", "number"].includes((value as { readonly type?: string }).type ?? "");

/**
 * A condition for each way to tell visitors apart by one attribute: that it is set, or has one of its values. None for
 * numbers, whose values are not known, and for lists, of which expressions cannot ask whether they hold something.
 */
export function templateConditions(schema: AdaptiveJsonSchema): SiteTemplateCondition[] {
  return conditionsOf(claimsOf(schema), "visitor.claims");
}

function conditionsOf(claims: ClaimSchemas, object: string): SiteTemplateCondition[] {
  return Object.entries(claims).flatMap(([name, claim]) => {
    const member = /^[A-Za-z_$][\w$]*$/.test(name) ? `${object}.${name}` : `${object}[${JSON.stringify(name)}]`;
    const { type, description } = claim;
    if (type === "object") return conditionsOf(claim.properties ?? {}, member);
    if (type === "boolean") return [{ description, condition: member }];
    if (type !== "string") return [];
    if (claim.enum === undefined) return [{ description: `${description} (is set)`, condition: `${member} != null` }];
    return claim.enum.map((value) => ({
      description: `${description} (is ${value})`,
      condition: `${member} == ${JSON.stringify(value)}`,
    }));
  });
}
