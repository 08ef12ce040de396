import { z } from "zod";
import { type AnyOperation, effects, type Fields } from "../contract/operation.ts";
import type { Arguments } from "./arguments.ts";
import { quoted } from "./present/name.ts";
import { findChangeRequest } from "./resolve/change-request.ts";
import { readLink } from "./resolve/link.ts";
import { findOrganization } from "./resolve/organization.ts";
import { findSpace } from "./resolve/space.ts";
import type { ToolContext } from "./tool.ts";
import { ToolError } from "./tool-error.ts";

interface NamedParameter {
  readonly field: z.ZodType;
  /** What a name means; `known` are the parameters before it. Throws ToolError with candidates. */
  find(named: string | undefined, known: Arguments, context: ToolContext): Promise<Found>;
}

interface Found {
  readonly id: string;
  readonly title: string;
}

const nameField = (meaning: string) => z.string().max(2000).describe(meaning);

/** Parameters of a path that agents may give as people name them, in the order in which they depend on each other. */
const namedParameters: Readonly<Record<string, NamedParameter>> = {
  organizationId: {
    field: nameField("Organization: id or title; the only one when left out").optional(),
    find: (named, _known, context) => findOrganization(named, context),
  },
  spaceId: {
    field: nameField("Space: id, title or URL"),
    find: (named = "", _known, context) => findSpace(named, context),
  },
  changeRequestId: {
    field: nameField("Change request: number, id, subject or URL"),
    find: async (named = "", { spaceId }, context) => {
      const { id, subject } = await findChangeRequest(named, String(spaceId), context);
      return { id, title: subject };
    },
  },
};

/** The parameters of an operation's path as an agent may give them. */
export function parameterFields({ params }: AnyOperation): Fields {
  const fields: Fields = params;
  return Object.fromEntries(
    Object.entries(fields).map(([parameter, field]) => [parameter, namedParameters[parameter]?.field ?? field]),
  );
}

/**
 * The arguments with an id wherever a path's parameter was left out or named. What can only be an id, or the number of a
 * change request, is taken as it is; a word may be a title and is looked up as both. A part of a title is enough to
 * read, not to change something. Throws ToolError.
 */
export async function resolveParameters(
  { params, effect }: AnyOperation,
  given: Arguments,
  context: ToolContext,
): Promise<Arguments> {
  let known = given;
  for (const [parameter, { find }] of Object.entries(namedParameters)) {
    if (!Object.hasOwn(params, parameter)) continue;
    const given = known[parameter];
    const named = typeof given === "string" ? given : undefined;
    if (named !== undefined && isPlain(parameter, named)) continue;
    const found = await find(named, known, context);
    if (named !== undefined && !effects[effect].readOnly) demandWhole(parameter, named, found);
    known = { ...known, [parameter]: found.id };
  }
  return known;
}

/** Long and with a digit, as no title of one word is. A change request goes by its number everywhere. */
function isPlain(parameter: string, named: string): boolean {
  return /^(?=.*\d)[a-zA-Z0-9_-]{16,200}$/.test(named) || (parameter === "changeRequestId" && /^\d+$/.test(named));
}

function demandWhole(parameter: string, named: string, { id, title }: Found): void {
  const isAddress = readLink(named) !== undefined || /^#\d+$/.test(named.trim());
  if (isAddress || named.trim() === id || fold(named) === fold(title)) return;
  throw new ToolError(
    `Nothing was changed: \`${parameter}\` ${quoted(named)} is only a part of ${quoted(title)} (id ${id}). Give the whole title, or the id.`,
  );
}

const fold = (title: string) => title.replace(/\s+/g, " ").trim().toLowerCase();
