import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from "@modelcontextprotocol/server";
import { ApiError, ClientError, InputError } from "../client/errors.ts";
import { isRecord, parseJson } from "../client/json.ts";
import { pages } from "./pages.ts";
import type { ResourceContext, ResourceFamily } from "./resource.ts";
import { type ListedResource, listSpaces, type SpaceCursor, spaces } from "./spaces.ts";

const families: readonly ResourceFamily[] = [spaces, pages];

export const resourceTemplates: readonly ResourceFamily["template"][] = families.map(({ template }) => template);

/** One portion of what can be read without knowing a page: the spaces. */
export async function listResources(
  cursor: string | undefined,
  context: ResourceContext,
): Promise<{ resources: ListedResource[]; nextCursor?: string }> {
  const from = cursor === undefined ? undefined : decodeCursor(cursor);
  const { resources, next } = await listSpaces(from, context).catch((error: unknown) => {
    throw protocolErrorOf(error, undefined);
  });
  return next === undefined ? { resources } : { resources, nextCursor: encodeCursor(next) };
}

/** Throws the protocol's error when there is no such resource. */
export async function readResource(uri: string, context: ResourceContext) {
  const reading = firstOf(families, (family) => family.read(uri, context));
  if (reading === undefined) throw new ResourceNotFoundError(uri);
  const text = await reading.catch((error: unknown) => {
    throw context.signal.aborted ? error : protocolErrorOf(error, uri);
  });
  return { uri, mimeType: "text/markdown", text };
}

function protocolErrorOf(error: unknown, uri: string | undefined): unknown {
  const missing = error instanceof InputError || (error instanceof ApiError && error.code === "not_found");
  if (missing && uri !== undefined) return new ResourceNotFoundError(uri);
  if (error instanceof ClientError) return new ProtocolError(ProtocolErrorCode.InternalError, error.message);
  return error;
}

const encodeCursor = (cursor: SpaceCursor) => Buffer.from(JSON.stringify(cursor)).toString("base64url");

function decodeCursor(text: string): SpaceCursor {
  const cursor = parseJson(Buffer.from(text, "base64url").toString());
  if (isRecord(cursor)) {
    const { organization, page } = cursor;
    if (typeof organization === "string" && (page === undefined || typeof page === "string")) {
      return { organization, page };
    }
  }
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, "The cursor is not one that resources/list gave.");
}

function firstOf<Item, Found>(items: readonly Item[], find: (item: Item) => Found | undefined): Found | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
