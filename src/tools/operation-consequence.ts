import type { ApiError } from "../client/errors.ts";
import type { ContractEntry } from "../contract/index.ts";
import type { AnyOperation } from "../contract/operation.ts";
import type { Arguments } from "./arguments.ts";
import { markdownRead } from "./document-arguments.ts";
import { nameOf, nothingToDelete, nounOf, type ObjectOfPath, objectOfPath } from "./object-of-path.ts";
import { caller } from "./operation-caller.ts";
import { argumentsShown } from "./present/arguments-shown.ts";
import { oneLine, quoted } from "./present/name.ts";
import type { ToolContext } from "./tool.ts";
import { ToolError } from "./tool-error.ts";
import { tried } from "./trial.ts";

/** Characters of the other arguments that are told. */
const mostShown = 1000;
/** Counts of an object that are told beside its name. */
const mostCounts = 4;

/**
 * What an operation does to what, in words: its summary, then each object of its path with its name and the counts it
 * has, and the revision of the one it acts on, so that whoever agrees agrees to that content alone. For a deletion also
 * what goes with it and how it comes back. An object that is read by the path up to its parameter tells its own name.
 * Rejects with the error that the call would meet, as far as that is found out.
 */
export async function operationConsequence(
  entry: ContractEntry,
  given: Arguments,
  context: ToolContext,
): Promise<string> {
  const { operation } = entry;
  const isTried = await tryOut(entry, given, context);
  const objects: string[] = [];
  let subject: Readonly<Record<string, unknown>> | undefined;
  for (const parameter of Object.keys(operation.params)) {
    const isLast = parameter === Object.keys(operation.params).at(-1);
    const found = await objectOfPath(operation.path, parameter, given, context);
    if (!isTried && found !== "unread" && "missing" in found)
      demandFound(operation, { parameter, isLast }, given, found);
    if (isLast && found !== "unread" && "object" in found) subject = found.object;
    // What goes with an object that is deleted is told by itself.
    const most = isLast && operation.effect === "delete" ? 0 : mostCounts;
    objects.push(describe({ parameter, isLast }, given, found, most));
  }
  const own = new Set([...Object.keys(operation.params), "ifMatch"]);
  const rest = Object.entries(given).filter(([name]) => !own.has(name));
  const told = rest.length === 0 ? [] : [`with ${argumentsShown(Object.fromEntries(rest), mostShown)}`];
  const does = `${operation.summary}. On ${[...objects, ...told].join(", ") || "the whole service"}. (${operation.id})`;
  if (operation.effect !== "delete") return does;
  const [{ whatGoes }, { tellBefore }] = await Promise.all([
    import("./removal/what-goes.ts"),
    import("./removal/tell-removal.ts"),
  ]);
  const removal = operation.removal ?? {};
  return [does, ...tellBefore(removal, await whatGoes(removal, given, subject, context))].join(" ");
}

/** Whether the service could be asked if it would carry out the call. */
async function tryOut(entry: ContractEntry, given: Arguments, context: ToolContext): Promise<boolean> {
  let answer: unknown;
  const trial = caller(entry, context, { trial: true });
  const sent = await markdownRead(entry.operation.body ?? {}, given);
  const isTried = await tried(
    trial(sent).then((answered) => {
      answer = answered;
    }),
  );
  if (entry.operation.success === "removed" && (answer as { deleted?: boolean } | undefined)?.deleted === false) {
    throw new ToolError(nothingToDelete(entry.operation, given));
  }
  return isTried;
}

interface Subject {
  readonly parameter: string;
  /** The object that the operation acts on; those before it say where that is. */
  readonly isLast: boolean;
}

/**
 * Rejects where what is not there makes the call impossible. An organization may be joined by those who cannot see it,
 * and some operations make what they name.
 */
function demandFound(
  operation: AnyOperation,
  { parameter, isLast }: Subject,
  given: Arguments,
  { missing }: { readonly missing: ApiError },
): void {
  if (isLast && operation.effect === "delete") throw new ToolError(nothingToDelete(operation, given));
  const makes = isLast && operation.otherSuccess.includes(201);
  if (parameter === "organizationId" || makes || !operation.errors.includes("not_found")) return;
  throw new ToolError(`${operation.id} was not called. ${missing.message}`);
}

function describe({ parameter, isLast }: Subject, given: Arguments, found: ObjectOfPath, most: number): string {
  const id = String(given[parameter] ?? "");
  const noun = nounOf(parameter);
  if (found === "unread" || "missing" in found) return `${noun} ${quoted(id)}`;
  const { object } = found;
  const name = nameOf(object);
  const counts = Object.entries(object).flatMap(([member, value]) =>
    typeof value === "number" && value > 0 && member !== "number" ? [`${member} ${value}`] : [],
  );
  const revision = isLast && typeof object.revision === "string" ? [`revision ${oneLine(object.revision, 60)}`] : [];
  const facts = [id, ...revision, ...counts.slice(0, most)].join(", ");
  return name === undefined ? `${noun} ${facts}` : `${noun} ${quoted(name)} (${facts})`;
}
