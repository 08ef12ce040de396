import { isRecord } from "../../../client/json.ts";
import type { ContractEntry } from "../../../contract/index.ts";
import { loadOperation } from "../../../contract/load.ts";
import type { AnyOperation } from "../../../contract/operation.ts";
import { quoted } from "../../../present/wording.ts";
import type { Arguments, ToolContext } from "../../../resolve/context.ts";
import { caller } from "../follow.ts";
import { operationNamed } from "../lookup.ts";
import { findName, nothingToDelete, readObjectAtPath, toNoun } from "../object-of-path.ts";
import { readDependents, readOrRefusal } from "./dependents.ts";
import { describeAfter, describeRestored } from "./describe-removal.ts";

/** Deletes, and reports what was deleted too, until when it can be restored, and how. */
export async function deleteAndReport(entry: ContractEntry, sent: Arguments, context: ToolContext): Promise<string> {
  const { operation } = entry;
  const removal = operation.removal ?? {};
  const parameter = Object.keys(operation.params).at(-1) ?? "";
  const read = await readOrRefusal(readObjectAtPath(operation.path, parameter, sent, context));
  const object = "found" in read && read.found !== "unread" && "object" in read.found ? read.found.object : undefined;
  // Afterwards none of it can be read.
  const dependents = await readDependents(removal, sent, object, context);
  const response = await caller(entry, context)(sent);
  if (isRecord(response) && response.deleted === false) return nothingToDelete(operation, sent);
  const id = String(sent[parameter] ?? "");
  const name = object === undefined ? undefined : findName(object);
  const what = `${toNoun(parameter)} ${name === undefined ? quoted(id) : `${quoted(name)} (${id})`}`;
  return [`Done: ${operation.id}, ${what}.`, ...describeAfter(removal, dependents, sent, new Date())].join(" ");
}

/** What was restored with the object of an operation: begins with a line feed, or is empty. */
export async function describeRestoration(
  { restores }: AnyOperation,
  sent: Arguments,
  response: unknown,
  context: ToolContext,
): Promise<string> {
  const deletion = restores === undefined ? undefined : operationNamed(restores);
  if (deletion === undefined || !isRecord(response)) return "";
  const { removal = {} } = (await loadOperation(deletion)).operation;
  return describeRestored(await readDependents(removal, sent, response, context))
    .map((line) => `\n${line}`)
    .join("");
}
