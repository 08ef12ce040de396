import type { CallToolResult, InputRequiredResult } from "@modelcontextprotocol/server";
import { estimateTokens } from "../../tools/present/budget.ts";
import type { Verdict } from "./observation.ts";

/** What is recorded of a tool's answer. */
export function verdictOnCall(answer: CallToolResult | InputRequiredResult): Verdict {
  if (!("content" in answer)) return { outcome: "asked", tokens: 0 };
  const { content } = answer as CallToolResult;
  const texts = content.flatMap((part) => (part.type === "text" ? [part.text] : []));
  return { outcome: answer.isError === true ? "error" : "ok", tokens: tokensOf(texts) };
}

/** What is recorded of an answer with texts in it. */
export const verdictOnTexts = (texts: readonly string[]): Verdict => ({ outcome: "ok", tokens: tokensOf(texts) });

const tokensOf = (texts: readonly string[]) => texts.reduce((sum, text) => sum + estimateTokens(text), 0);
