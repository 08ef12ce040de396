import type { CallToolResult } from "@modelcontextprotocol/server";
import type { ToolResult } from "../../resolve/context.ts";

/** By the only content of a result. */
const answers = new WeakMap<object, readonly string[]>();

/** A tool's answer as the protocol's result. */
export function toCallResult({ text, parts }: ToolResult): CallToolResult {
  const content = { type: "text", text } as const;
  if (parts !== undefined) answers.set(content, parts);
  return { content: [content] };
}

/** The parts of a result's only text, if it has long ones; also of a copy with the same content. */
export function getTextParts(result: object): readonly string[] | undefined {
  const [content] = "content" in result ? (result as CallToolResult).content : [];
  return content === undefined ? undefined : answers.get(content);
}

/** What a model reads of a result, in parts. */
export function getTexts(result: CallToolResult): readonly string[] {
  return getTextParts(result) ?? result.content.flatMap((part) => (part.type === "text" ? [part.text] : []));
}
