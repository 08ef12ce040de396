import type { AdaptiveJsonSchema, SiteAdaptiveSchema, SiteTemplateCondition } from "../../../contract/models/site.ts";
import { type ExpressionScope, evaluate, parseExpression } from "../../../markdown/expressions/expressions.ts";
import { Problem } from "../../kernel/problem.ts";
import type { SiteRow } from "./sites-rows.ts";

/** One visitor attribute in the schema, at any depth. */
interface ClaimSchema {
  readonly type: "boolean" | "string" | "number" | "array" | "object";
  readonly description: string;
  readonly enum?: readonly string[];
  readonly items?: { readonly type?: string; readonly enum?: readonly string[] };
  readonly properties?: Readonly<Record<string, ClaimSchema>>;
}

type ClaimSchemas = Readonly<Record<string, ClaimSchema>>;

/** The attributes of a stored schema. It was checked when stored; the model's type leaves nesting open. */
const getClaimSchemas = ({ properties }: AdaptiveJsonSchema): ClaimSchemas => properties as object as ClaimSchemas;

/** A site without a schema of its own knows no visitor attributes. */
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

export const parseAdaptiveSchema = ({ adaptive_schema: json }: Pick<SiteRow, "adaptive_schema">): AdaptiveJsonSchema =>
  json === null ? noClaims : (JSON.parse(json) as AdaptiveJsonSchema);

export const presentAdaptiveSchema = (site: WithSchema): SiteAdaptiveSchema => ({
  object: "site-adaptive-schema",
  jsonSchema: parseAdaptiveSchema(site),
  updatedAt: site.adaptive_schema_at ?? site.created_at,
});

/** The greatest nesting depth, and the most attributes in total. */
const [maxDepth, maxAttributes] = [5, 200];

/** Throws `bad_request` naming the attribute whose description conditions could not use. */
export function requireAdaptiveSchema({ properties }: AdaptiveJsonSchema): void {
  let count = 0;
  const { unsigned } = properties;
  if (unsigned !== undefined && (unsigned.type !== "object" || unsigned.properties === undefined)) {
    throw wrong(["unsigned"], "must be an object with `properties`");
  }
  checkAll(properties, []);

  function checkAll(claims: Readonly<Record<string, unknown>>, path: readonly string[]): void {
    if (path.length >= maxDepth) throw wrong(path, `is nested more than ${maxDepth} deep`);
    for (const [name, claim] of Object.entries(claims)) {
      count += 1;
      if (count > maxAttributes)
        throw new Problem("bad_request", `jsonSchema: has more than ${maxAttributes} attributes.`);
      check(claim, [...path, name]);
    }
  }

  function check(candidate: unknown, path: readonly string[]): void {
    if (typeof candidate !== "object" || candidate === null) throw wrong(path, "must be a schema");
    const claim = candidate as Partial<Record<keyof ClaimSchema | "additionalProperties", unknown>>;
    if (typeof claim.description !== "string") throw wrong(path, "needs a `description`");
    const { type, items, properties: members } = claim;
    if (type === "boolean" || type === "number") return;
    if (type === "string") {
      if (claim.enum !== undefined && !isTexts(claim.enum)) throw wrong(path, "needs an `enum` of strings");
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
 * One condition for each way to distinguish visitors by an attribute: it is set, or it has one of its values. None for
 * numbers, whose values are unknown, or for lists, because expressions cannot test what a list contains.
 */
export function templateConditions(schema: AdaptiveJsonSchema): SiteTemplateCondition[] {
  return listConditions(getClaimSchemas(schema), "visitor.claims");
}

function listConditions(claims: ClaimSchemas, object: string): SiteTemplateCondition[] {
  return Object.entries(claims).flatMap(([name, claim]) => {
    const member = /^[A-Za-z_$][\w$]*$/.test(name) ? `${object}.${name}` : `${object}[${JSON.stringify(name)}]`;
    const { type, description } = claim;
    if (type === "object") return listConditions(claim.properties ?? {}, member);
    if (type === "boolean") return [{ description, condition: member }];
    if (type !== "string") return [];
    if (claim.enum === undefined) return [{ description: `${description} (is set)`, condition: `${member} != null` }];
    return claim.enum.map((value) => ({
      description: `${description} (is ${value})`,
      condition: `${member} == ${JSON.stringify(value)}`,
    }));
  });
}

/** What is known about a visitor: attributes that a token proves and, in `unsigned`, those that anyone can set. */
export type Claims = Readonly<Record<string, unknown>>;

/** Throws `bad_request` for a condition that is not a valid expression. */
export function requireCondition(condition: string, field = "condition"): string {
  if (parseExpression(condition) !== undefined) return condition;
  throw new Problem(
    "bad_request",
    `${field}: is not a valid expression. Use visitor.claims, as in visitor.claims.plan == "pro".`,
  );
}

/** Evaluates conditions for one visitor. A condition that has no value for the visitor does not hold. */
export class VisitorConditions {
  /** The visitor's attributes in the form that expressions take. */
  readonly claims: Extract<ExpressionScope[string], object>;
  readonly #scope: ExpressionScope;
  readonly #decided = new Map<string, boolean>();

  constructor(claims: Claims) {
    this.claims = expressionValue(claims) as VisitorConditions["claims"];
    this.#scope = { visitor: { claims: this.claims } };
  }

  holds = (condition: string): boolean => {
    const known = this.#decided.get(condition);
    if (known !== undefined) return known;
    const expression = parseExpression(condition);
    const outcome = expression && evaluate(expression, this.#scope);
    const decided = outcome !== undefined && "value" in outcome && Boolean(outcome.value);
    this.#decided.set(condition, decided);
    return decided;
  };

  /** The conditions evaluated so far, with their results: what a page made for the visitor depends on. */
  get decided(): ReadonlyMap<string, boolean> {
    return this.#decided;
  }
}

/** Keeps only attributes that are in the schema and have the right type; all others are ignored. */
export function knownClaims(schema: AdaptiveJsonSchema, claims: Claims): Claims {
  return selectKnownClaims(getClaimSchemas(schema), claims);
}

function selectKnownClaims(schemas: ClaimSchemas, claims: unknown): Claims {
  if (typeof claims !== "object" || claims === null || Array.isArray(claims)) return {};
  return Object.fromEntries(
    Object.entries(schemas).flatMap(([name, schema]) => {
      if (!Object.hasOwn(claims, name)) return [];
      const value = parseClaim(schema, (claims as Claims)[name]);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function parseClaim(schema: ClaimSchema, value: unknown): unknown {
  switch (schema.type) {
    case "object":
      return selectKnownClaims(schema.properties ?? {}, value);
    case "array":
      return Array.isArray(value) ? value.filter((item) => typeof item === schema.items?.type) : undefined;
    case "string":
      return typeof value === "string" && (schema.enum?.includes(value) ?? true) ? value : undefined;
    default:
      return typeof value === schema.type ? value : undefined;
  }
}

/** Lists become objects keyed by position, because expressions cannot do more with lists. */
function expressionValue(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const length = Array.isArray(value) ? { length: value.length } : {};
  return {
    ...Object.fromEntries(Object.entries(value).map(([name, member]) => [name, expressionValue(member)])),
    ...length,
  };
}
