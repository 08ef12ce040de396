import type { CallOptions } from "../client/client.ts";
import { isRecord } from "../client/json.ts";
import type { ContractEntry } from "../contract/index.ts";
import { operationSummaries } from "../contract/load.ts";
import type { Effect } from "../contract/operation.ts";
import type { Arguments } from "./arguments.ts";
import { quoted } from "./present/name.ts";
import { lookUp } from "./resolve/lookup.ts";
import type { ToolContext } from "./tool.ts";

/** Effects that a person is asked about: what removes, and what publishes, transfers or starts something. */
const asking: ReadonlySet<Effect> = new Set(["delete", "run"]);

export const asksFirst = (effect: Effect): boolean => asking.has(effect);

/** Counts of an object that are told beside its name. */
const mostCounts = 4;

/**
 * What an operation does to what, in words: its summary, then each object of its path with its name and the counts it
 * has. An object that is read by the path up to its parameter tells its own name.
 */
export async function operationConsequence(
  { operation }: ContractEntry,
  given: Arguments,
  context: ToolContext,
): Promise<string> {
  const objects: string[] = [];
  for (const parameter of Object.keys(operation.params)) {
    objects.push(await describe(operation.path, parameter, given, context));
  }
  const own = new Set([...Object.keys(operation.params), "ifMatch"]);
  const rest = Object.entries(given).filter(([name]) => !own.has(name));
  const told = rest.length === 0 ? [] : [`with ${JSON.stringify(Object.fromEntries(rest)).slice(0, 1000)}`];
  return `${operation.summary}. On ${[...objects, ...told].join(", ") || "the whole service"}. (${operation.id})`;
}

async function describe(path: string, parameter: string, given: Arguments, context: ToolContext): Promise<string> {
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
  const facts = [id, ...counts.slice(0, mostCounts)].join(", ");
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
  const found = await lookUp(
    functions[summary.group]?.[summary.name]?.(Object.fromEntries(names), { signal }) ?? Promise.resolve(),
  );
  return isRecord(found) ? found : undefined;
}
