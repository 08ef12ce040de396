import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from "@modelcontextprotocol/server";
import { ApiError, ClientError, InputError } from "../client/errors.ts";
import { quotedExcerpt } from "../client/excerpt.ts";
import { isRecord, parseJson } from "../client/json.ts";
import { type CandidateContext, type Completion, complete, noCompletion } from "../resolve/completion.ts";
import { agentInstructions } from "./agent-instructions.ts";
import { type ListCursor, type ListedResource, listPortion } from "./listing.ts";
import { issueClusters, openapiSpecs, organizations } from "./organizations.ts";
import type { Names, ResourceContext, ResourceFamily, ResourceTemplate, Source } from "./resource.ts";
import { changeRequests, draftPages, pages, spaces } from "./spaces.ts";
import { uriReader } from "./uris.ts";

const families: readonly ResourceFamily[] = [
  organizations,
  agentInstructions,
  openapiSpecs,
  issueClusters,
  spaces,
  pages,
  changeRequests,
  draftPages,
];

const readers = families.map((family) => ({ family, namesIn: uriReader(family.template.uriTemplate) }));

export const resourceTemplates: readonly ResourceTemplate[] = families.map(({ template }) => template);

/** One portion of organizations and spaces. */
export async function listResources(
  cursor: string | undefined,
  context: ResourceContext,
): Promise<{ resources: ListedResource[]; nextCursor?: string }> {
  const from = cursor === undefined ? undefined : decodeCursor(cursor);
  const { resources, next } = await listPortion(from, context).catch((error: unknown) => {
    throw context.signal.aborted ? error : toProtocolError(error, undefined);
  });
  return next === undefined ? { resources } : { resources, nextCursor: encodeCursor(next) };
}

/** Throws the protocol's error if there is no such resource. */
export async function readResource(uri: string, context: ResourceContext) {
  const found = findFamily(uri);
  if (found === undefined) throw new ResourceNotFoundError(uri);
  const text = await found.family.read(found.names, context).catch((error: unknown) => {
    if (context.signal.aborted) throw error;
    throw isRefusedName(error, found.names) ? new ResourceNotFoundError(uri) : toProtocolError(error, uri);
  });
  return { uri, mimeType: found.family.template.mimeType, text };
}

/** The name of a URI's family; undefined if no family matches. */
export const findFamilyName = (uri: string): string | undefined => findFamily(uri)?.family.template.name;

/** The same for a URI template. */
export const findTemplateFamilyName = (uriTemplate: string): string | undefined =>
  resourceTemplates.find((template) => template.uriTemplate === uriTemplate)?.name;

/** How to detect changes of a resource, and its name there if it is a part; undefined if there is no such resource. */
export function findSource(uri: string): { readonly source: Source; readonly part: string | undefined } | undefined {
  const found = findFamily(uri);
  return found && { source: found.family.source(found.names), part: found.family.part?.(found.names) };
}

/**
 * Completions for a template variable, from the start of an id or title. If they cannot be read, none
 * are offered: a person who types can do nothing about it.
 */
export async function completeVariable(
  uriTemplate: string,
  { name, value }: { readonly name: string; readonly value: string },
  others: Readonly<Record<string, string>>,
  context: CandidateContext,
): Promise<Completion> {
  const family = families.find(({ template }) => template.uriTemplate === uriTemplate);
  if (family === undefined || !Object.hasOwn(family.choices, name)) {
    const shown = quotedExcerpt(`${uriTemplate} ${name}`, 260);
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no such template and variable: ${shown}.`);
  }
  const choice = family.choices[name];
  if (choice === undefined) return noCompletion;
  try {
    const candidates = await choice.candidates(others, context);
    return complete(value, candidates, (candidate) => choice.value?.(candidate) ?? candidate.id);
  } catch (error) {
    if (error instanceof ClientError && !context.signal.aborted) return noCompletion;
    throw error;
  }
}

function findFamily(uri: string): { readonly family: ResourceFamily; readonly names: Names } | undefined {
  for (const { family, namesIn } of readers) {
    const names = namesIn(uri);
    if (names !== undefined) return { family, names };
  }
  return undefined;
}

/** Whether the service may have rejected a name's format, in which case it matches nothing. */
function isRefusedName(error: unknown, { page: _path, ...ids }: Names): boolean {
  const isRefused = error instanceof ApiError && error.code === "bad_request";
  return isRefused && Object.values(ids).some((id) => !/^[\w-]+$/.test(id));
}

function toProtocolError(error: unknown, uri: string | undefined): unknown {
  const isMissing = error instanceof InputError || (error instanceof ApiError && error.code === "not_found");
  if (isMissing && uri !== undefined) return new ResourceNotFoundError(uri);
  if (error instanceof ClientError) return new ProtocolError(ProtocolErrorCode.InternalError, error.message);
  return error;
}

const encodeCursor = (cursor: ListCursor) => Buffer.from(JSON.stringify(cursor)).toString("base64url");

function decodeCursor(text: string): ListCursor {
  const cursor = parseJson(Buffer.from(text, "base64url").toString());
  if (isRecord(cursor)) {
    const { organization, page } = cursor;
    if (typeof organization === "string" && (page === undefined || typeof page === "string")) {
      return { organization, page };
    }
  }
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, "The cursor is not one that resources/list gave.");
}
