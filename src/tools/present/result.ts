import { plainJson } from "../../client/excerpt.ts";
import { isRecord } from "../../client/json.ts";
import { estimateTokens } from "./budget.ts";
import { fence } from "./fence.ts";
import { endWithin, fenceTokens } from "./within.ts";

/** An operation's result as an agent reads it: a text as it is, else compact JSON. Undefined when there is none. */
export function resultText(result: unknown): string | undefined {
  const compact = compactOf(result);
  if (typeof compact === "string") return compact;
  return compact === undefined ? undefined : linesOf(compact);
}

/** Whether the text, fenced, costs at most so many tokens. */
export const fits = (text: string, tokens: number): boolean => estimateTokens(text) + fenceTokens <= tokens;

/** A part of a result's text, fenced since others wrote most of it, of at most so many tokens. */
export function partFrom(text: string, start: number, tokens: number): { readonly text: string; readonly end: number } {
  const end = endWithin(text, start, text.length, tokens - fenceTokens);
  return { text: fence(text.slice(start, end)), end };
}

/** How many items of a list fit, each whole; 0 for anything that is no list, and where not even the first one fits. */
export function itemsWithin(result: unknown, tokens: number): number {
  if (!isRecord(result) || !Array.isArray(result.items)) return 0;
  const { items, ...rest } = result;
  let spent = estimateTokens(linesOf(compactOf(rest))) + 20;
  for (const [count, item] of items.entries()) {
    spent += estimateTokens(plainJson(compactOf(item) ?? null)) + 1;
    if (spent + fenceTokens > tokens) return count;
  }
  return items.length;
}

/** JSON, its invisible characters as escapes, with each member of the outermost object, and each element of a list in it, on a line of its own. */
function linesOf(value: unknown): string {
  if (!isRecord(value)) return plainJson(value);
  const members = Object.entries(value).map(([name, member]) => `${plainJson(name)}:${memberLines(member)}`);
  return `{${members.join(",\n")}}`;
}

function memberLines(member: unknown): string {
  if (!Array.isArray(member) || !member.some(isRecord)) return plainJson(member);
  return `[\n${member.map(plainJson).join(",\n")}]`;
}

/** Drops nulls and the service's own links, which no agent opens. */
function compactOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((element) => compactOf(element) ?? null);
  if (!isRecord(value)) return value ?? undefined;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, member]) => member !== null && member !== undefined && !(name === "urls" && isLinks(member)))
      .map(([name, member]) => [name, compactOf(member)]),
  );
}

/** A member `urls` of something else, such as a property of a schema, is content. */
const isLinks = (member: unknown) =>
  isRecord(member) && Object.values(member).every((link) => link === null || /^[a-z]+:\/\//.test(String(link)));
