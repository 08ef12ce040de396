import { isRecord } from "../../client/json.ts";
import { cut, estimateTokens } from "./budget.ts";
import { fence } from "./fence.ts";
import { fenceTokens } from "./within.ts";

export interface PresentedResult {
  readonly text: string;
  /** Items of a list that the text holds, where not all fit. */
  readonly shownItems: number | undefined;
}

/**
 * An operation's result as compact JSON within the token budget, fenced, since most of it was written by others: no
 * nulls, no links, a list's items one a line.
 */
export function presentResult(result: unknown, tokens: number): PresentedResult {
  const compact = compactOf(result);
  if (compact === undefined) return { text: "Done. The operation answers nothing.", shownItems: undefined };
  const budget = Math.max(fenceTokens, tokens - fenceTokens);
  const items = itemsOf(compact);
  if (items !== undefined && estimateTokens(JSON.stringify(compact)) > budget) {
    const shown = itemsWithin(items, budget);
    if (shown > 0) {
      const rest = { ...compact, items: items.slice(0, shown), next: undefined };
      return { text: fence(linesOf(rest)), shownItems: shown };
    }
  }
  return { text: presentWhole(compact, budget), shownItems: undefined };
}

function presentWhole(value: unknown, budget: number): string {
  const text = linesOf(value);
  const { text: shown, complete, kept } = cut(text, budget, "");
  const note = `Cut to the answer budget: ${kept} of ${text.length} characters. Ask for less: a narrower operation, a smaller \`limit\`, or one object of it.`;
  return complete ? fence(shown) : `${fence(shown)}\n${note}`;
}

/** How many items fit; 0 when not even the first does. */
function itemsWithin(items: readonly unknown[], budget: number): number {
  let spent = 40;
  for (const [count, item] of items.entries()) {
    spent += estimateTokens(JSON.stringify(item)) + 1;
    if (spent > budget) return count;
  }
  return items.length;
}

/** JSON with each member of the outermost object, and each element of a list in it, on a line of its own. */
function linesOf(value: unknown): string {
  if (!isRecord(value)) return JSON.stringify(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${memberLines(member)}`).join(",\n")}}`;
}

function memberLines(member: unknown): string {
  if (!Array.isArray(member) || !member.some(isRecord)) return JSON.stringify(member);
  return `[\n${member.map((element) => JSON.stringify(element)).join(",\n")}]`;
}

/** Drops nulls and links, which no agent opens. */
function compactOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((element) => compactOf(element) ?? null);
  if (!isRecord(value)) return value ?? undefined;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, member]) => name !== "urls" && member !== null && member !== undefined)
      .map(([name, member]) => [name, compactOf(member)]),
  );
}

function itemsOf(value: unknown): readonly unknown[] | undefined {
  return isRecord(value) && Array.isArray(value.items) ? value.items : undefined;
}
