import type { CallOptions } from "../client/client.ts";
import { isRecord } from "../client/json.ts";
import type { ContractEntry } from "../contract/index.ts";
import { operationSummaries } from "../contract/load.ts";
import type { Arguments } from "./arguments.ts";
import { argumentsShown } from "./present/arguments-shown.ts";
import { oneLine, quoted } from "./present/name.ts";
import { lookUpIfAllowed } from "./resolve/lookup.ts";
import type { ToolContext } from "./tool.ts";

/** Characters of the other arguments that are told. */
const mostShown = 1000;
/** Counts of an object that are told beside its name. */
const mostCounts = 4;

/**
 * What an operation does to what, in words: its summary, then each object of its path with its name and the counts it
 * has, and the revision of the one it acts on, so that whoever agrees agrees to that content alone. An object that is
 * read by the path up to its parameter tells its own name.
 */
export async function operationConsequence(
  { operation }: ContractEntry,
  given: Arguments,
  context: ToolContext,
): Promise<string> {
  const objects: string[] = [];
  const parameters = Object.keys(operation.params);
  for (const parameter of parameters) {
    const isLast = parameter === parameters.at(-1);
    objects.push(await describe({ path: operation.path, parameter, isLast }, given, context));
  }
  const own = new Set([...Object.keys(operation.params), "ifMatch"]);
  const rest = Object.entries(given).filter(([name]) => !own.has(name));
  const told = rest.length === 0 ? [] : [`with ${argumentsShown(Object.fromEntries(rest), mostShown)}`];
  return `${operation.summary}. On ${[...objects, ...told].join(", ") || "the whole service"}. (${operation.id})`;
}

interface Subject {
  readonly path: string;
  readonly parameter: string;
  /** The object that the operation acts on; those before it say where that is. */
  readonly isLast: boolean;
}

async function describe({ path, parameter, isLast }: Subject, given: Arguments, context: ToolContext): Promise<string> {
  const id = String(given[parameter] ?? "");
  const noun = parameter
    .replace(/Id$/, "")
    .replace(/([A-Z])/g, " $1")
    .toLowerCase();
  const end = path.indexOf(`{${parameter}}`) + parameter.length + 2;
  const found = await read(path.slice(0, end), given, context);
  if (found === undefined) return `${noun} ${quoted(id)}`;
  const name = [found.title, found.subject, found.label, found.displayName, found.name].find(
    (candidate) => typeof candidate === "string" && candidate !== "",
  );
  const counts = Object.entries(found).flatMap(([member, value]) =>
    typeof value === "number" && value > 0 && member !== "number" ? [`${member} ${value}`] : [],
  );
  const revision = isLast && typeof found.revision === "string" ? [`revision ${oneLine(found.revision, 60)}`] : [];
  const facts = [id, ...revision, ...counts.slice(0, mostCounts)].join(", ");
  return typeof name === "string" ? `${noun} ${quoted(name)} (${facts})` : `${noun} ${facts}`;
}

/** The object at a path, where the contract has an operation that reads it and the caller may. */
async function read(
  path: string,
  given: Arguments,
  { client, signal }: ToolContext,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const summary = operationSummaries.find((candidate) => candidate.method === "GET" && candidate.path === path);
  if (summary === undefined) return undefined;
  type Read = (input: Arguments, options: CallOptions) => Promise<unknown>;
  const functions = client as unknown as Readonly<Record<string, Readonly<Record<string, Read>>>>;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [name, given[name]]);
  const reading = functions[summary.group]?.[summary.name]?.(Object.fromEntries(names), { signal });
  // A service may let the caller act on an object and not read it, or have no way to read it.
  const found = await lookUpIfAllowed(reading ?? Promise.resolve());
  return isRecord(found) ? found : undefined;
}
