import type { AdaptiveJsonSchema } from "../../contract/models/site.ts";
import { type ExpressionScope, evaluate, parseExpression } from "../../markdown/expressions/expressions.ts";
import { Problem } from "../kernel/problem.ts";
import { type ClaimSchema, type ClaimSchemas, claimsOf } from "./adaptive-schema.ts";

/** What is known of a visitor: attributes that a token proves, and within `unsigned` those that anybody can set. */
export type Claims = Readonly<Record<string, unknown>>;

/** Throws `bad_request` for a condition that is no expression. */
export function requireCondition(condition: string, field = "condition"): string {
  if (parseExpression(condition) !== undefined) return condition;
  throw new Problem(
    "bad_request",
    `${field}: is not an expression that is understood. Write it over visitor.claims, as in visitor.claims.plan == "pro".`,
  );
}

/** Decides conditions for one visitor. A condition that has no value for the visitor does not hold. */
export class VisitorConditions {
  /** What is known of the visitor, as expressions take it. */
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

  /** What was asked, with the outcome: what a page depends on that was made for the visitor. */
  get decided(): ReadonlyMap<string, boolean> {
    return this.#decided;
  }
}

/** Only the attributes that the schema has, with values of their type: visitors have no others. */
export function knownClaims(schema: AdaptiveJsonSchema, given: Claims): Claims {
  return membersOf(claimsOf(schema), given);
}

function membersOf(schemas: ClaimSchemas, given: unknown): Claims {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return {};
  return Object.fromEntries(
    Object.entries(schemas).flatMap(([name, schema]) => {
      if (!Object.hasOwn(given, name)) return [];
      const value = claimOf(schema, (given as Claims)[name]);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function claimOf(schema: ClaimSchema, value: unknown): unknown {
  switch (schema.type) {
    case "object":
      return membersOf(schema.properties ?? {}, value);
    case "array":
      return Array.isArray(value) ? value.filter((item) => typeof item === schema.items?.type) : undefined;
    case "string":
      return typeof value === "string" && (schema.enum?.includes(value) ?? true) ? value : undefined;
    default:
      return typeof value === schema.type ? value : undefined;
  }
}

/** Lists as objects of their positions, which is all that expressions can ask of them. */
function expressionValue(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const length = Array.isArray(value) ? { length: value.length } : {};
  return {
    ...Object.fromEntries(Object.entries(value).map(([name, member]) => [name, expressionValue(member)])),
    ...length,
  };
}
