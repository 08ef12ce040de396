import { ApiError } from "../../client/errors.ts";
import { isRecord } from "../../client/json.ts";
import { loadOperation, operationSummaries } from "../../contract/load.ts";
import type { AnyOperation } from "../../contract/operation.ts";
import { quoted } from "../../present/wording.ts";
import type { Arguments, ToolContext } from "../../resolve/context.ts";
import { lookUpIfAllowed } from "../../resolve/reads.ts";
import { caller } from "./follow.ts";

export type ObjectOfPath =
  | { readonly object: Readonly<Record<string, unknown>> }
  /** The service says that it does not exist; `error` is its response. */
  | { readonly missing: ApiError }
  /** A service may let the caller change an object but not read it, or have no way to read it. */
  | "unread";

/** The object that a path up to one of its parameters leads to, if the contract has an operation that reads it. */
export async function readObjectAtPath(
  path: string,
  parameter: string,
  args: Arguments,
  context: ToolContext,
): Promise<ObjectOfPath> {
  const own = path.slice(0, path.indexOf(`{${parameter}}`) + parameter.length + 2);
  const summary = operationSummaries.find((candidate) => candidate.method === "GET" && candidate.path === own);
  if (summary === undefined) return "unread";
  const entry = await loadOperation(summary);
  const names = Object.keys(entry.operation.params).map((name) => [name, args[name]]);
  try {
    const found = await caller(entry, context)(Object.fromEntries(names));
    return isRecord(found) ? { object: found } : "unread";
  } catch (error) {
    if (error instanceof ApiError && error.code === "not_found") return { missing: error };
    const noResult = await lookUpIfAllowed(Promise.reject(error));
    return noResult ?? "unread";
  }
}

/** What people call an object. */
export function findName(object: Readonly<Record<string, unknown>>): string | undefined {
  const { title, subject, label, displayName, name } = object;
  return [title, subject, label, displayName, name].find(
    (candidate): candidate is string => typeof candidate === "string" && candidate !== "",
  );
}

/** What a path parameter means: "change request" for `changeRequestId`. */
export const toNoun = (parameter: string): string =>
  parameter
    .replace(/Id$/, "")
    .replace(/([A-Z])/g, " $1")
    .toLowerCase();

/** The response to the deletion of a missing object. */
export function nothingToDelete({ id, params }: Pick<AnyOperation, "id" | "params">, args: Arguments): string {
  const names = Object.keys(params).map((parameter) => `${toNoun(parameter)} ${quoted(String(args[parameter] ?? ""))}`);
  return `${id}: there is nothing to delete on ${names.join(", ")}: it does not exist, or was deleted before. Nothing was changed.`;
}
