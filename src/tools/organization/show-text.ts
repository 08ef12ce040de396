import { estimateTokens } from "../present/budget.ts";
import { decodeCursor, encodeCursor } from "../present/cursor.ts";
import { fence } from "../present/fence.ts";
import { endWithin, fenceTokens } from "../present/within.ts";
import type { ToolAnswer } from "../tool.ts";
import { ToolError } from "../tool-error.ts";
import { noteTokens } from "./show-list.ts";
import type { Subject } from "./subject.ts";

export interface LongText {
  readonly heading: string;
  /** Markdown. */
  readonly text: string;
  readonly title: string;
  /** What a cursor is bound to, its names resolved to ids. */
  readonly about: readonly unknown[];
  /** Changes with the text, so that two parts are never of different texts. */
  readonly version: string;
}

/** A heading and a text that others wrote, as much of it as fits, from where the cursor says. Throws ToolError. */
export function showText(
  { heading, text, title, about, version }: LongText,
  { cursor, context }: Pick<Subject, "cursor" | "context">,
): ToolAnswer {
  const [of, start] = cursor === undefined ? [version, 0] : decodeCursor(cursor, about, ["", 0]);
  if (of !== version) throw new ToolError("The text has changed since. Leave the cursor out to start over.");
  const room = context.answerTokens - estimateTokens(heading) - fenceTokens - noteTokens;
  const end = endWithin(text, start, text.length, room);
  const part = `${heading}\n${fence(text.slice(start, end), { title })}`;
  if (end >= text.length) return { text: part };
  const next = encodeCursor(about, [version, end]);
  const left = Math.ceil((100 * (text.length - end)) / text.length);
  return {
    text: `${part}\n${left}% of it is left. For the rest: the same arguments with "cursor": "${next}".`,
  };
}
