import { z } from "zod";
import type { AnyOperation, Fields } from "../contract/operation.ts";
import type { Arguments } from "./arguments.ts";
import { findChangeRequest } from "./resolve/change-request.ts";
import { looksLikeId } from "./resolve/lookup.ts";
import { findOrganization } from "./resolve/organization.ts";
import { findSpace } from "./resolve/space.ts";
import type { ToolContext } from "./tool.ts";

interface NamedParameter {
  readonly field: z.ZodType;
  /** The id that a name means; `known` are the parameters before it. Throws ToolError with candidates. */
  find(named: string | undefined, known: Arguments, context: ToolContext): Promise<string>;
}

const name = (meaning: string) => z.string().max(2000).describe(meaning);

/** Parameters of a path that agents may give as people name them, in the order in which they depend on each other. */
const namedParameters: Readonly<Record<string, NamedParameter>> = {
  organizationId: {
    field: name("Organization: id or title; the only one when left out").optional(),
    find: async (named, _known, context) => (await findOrganization(named, context)).id,
  },
  spaceId: {
    field: name("Space: id, title or URL"),
    find: async (named = "", _known, context) => (await findSpace(named, context)).id,
  },
  changeRequestId: {
    field: name("Change request: number, id, subject or URL"),
    find: async (named = "", { spaceId }, context) => (await findChangeRequest(named, String(spaceId), context)).id,
  },
};

/** The parameters of an operation's path as an agent may give them. */
export function parameterFields({ params }: AnyOperation): Fields {
  const fields: Fields = params;
  return Object.fromEntries(
    Object.entries(fields).map(([parameter, field]) => [parameter, namedParameters[parameter]?.field ?? field]),
  );
}

/** The arguments with an id wherever a path's parameter was left out or named. What looks like an id is taken for one. */
export async function resolveParameters(
  { params }: AnyOperation,
  given: Arguments,
  context: ToolContext,
): Promise<Arguments> {
  let known = given;
  for (const [parameter, { find }] of Object.entries(namedParameters)) {
    if (!Object.hasOwn(params, parameter)) continue;
    const named = known[parameter];
    if (typeof named === "string" && looksLikeId(named)) continue;
    known = { ...known, [parameter]: await find(typeof named === "string" ? named : undefined, known, context) };
  }
  return known;
}
