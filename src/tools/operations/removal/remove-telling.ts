import { isRecord } from "../../../client/json.ts";
import type { ContractEntry } from "../../../contract/index.ts";
import { loadOperation } from "../../../contract/load.ts";
import type { AnyOperation } from "../../../contract/operation.ts";
import type { Arguments, ToolContext } from "../../../desk/context.ts";
import { quoted } from "../../../desk/present/wording.ts";
import { caller } from "../follow.ts";
import { operationNamed } from "../lookup.ts";
import { nameOf, nothingToDelete, nounOf, objectOfPath } from "../object-of-path.ts";
import { tellAfter, tellReturn } from "./tell-removal.ts";
import { readTold, whatGoes } from "./what-goes.ts";

/** Deletes, and reports what was deleted too, until when it can be restored, and how. */
export async function removeTelling(entry: ContractEntry, sent: Arguments, context: ToolContext): Promise<string> {
  const { operation } = entry;
  const removal = operation.removal ?? {};
  const parameter = Object.keys(operation.params).at(-1) ?? "";
  const read = await readTold(objectOfPath(operation.path, parameter, sent, context));
  const object = "found" in read && read.found !== "unread" && "object" in read.found ? read.found.object : undefined;
  // Afterwards none of it can be read.
  const gone = await whatGoes(removal, sent, object, context);
  const answer = await caller(entry, context)(sent);
  if (isRecord(answer) && answer.deleted === false) return nothingToDelete(operation, sent);
  const id = String(sent[parameter] ?? "");
  const name = object === undefined ? undefined : nameOf(object);
  const what = `${nounOf(parameter)} ${name === undefined ? quoted(id) : `${quoted(name)} (${id})`}`;
  return [`Done: ${operation.id}, ${what}.`, ...tellAfter(removal, gone, sent, new Date())].join(" ");
}

/** What was restored with the object of an operation: begins with a line feed, or is empty. */
export async function whatReturned(
  { restores }: AnyOperation,
  sent: Arguments,
  answer: unknown,
  context: ToolContext,
): Promise<string> {
  const deletion = restores === undefined ? undefined : operationNamed(restores);
  if (deletion === undefined || !isRecord(answer)) return "";
  const { removal = {} } = (await loadOperation(deletion)).operation;
  return tellReturn(await whatGoes(removal, sent, answer, context))
    .map((line) => `\n${line}`)
    .join("");
}
