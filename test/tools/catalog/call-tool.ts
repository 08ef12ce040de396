import type { Client } from "../../../src/client/client.ts";
import { ToolError } from "../../../src/present/tool-error.ts";
import type { SeenNames } from "../../../src/resolve/seen-names.ts";
import { parseToolArguments } from "../../../src/tools/arguments.ts";
import type { Tool } from "../../../src/tools/tool.ts";

/** Calls a tool as the server does, with its arguments validated, and returns its text. */
export async function callTool(
  tool: unknown,
  client: Client,
  input: Readonly<Record<string, unknown>>,
  answerTokens = 6000,
  seenNames?: SeenNames,
): Promise<string> {
  const subject = tool as Tool;
  const checked = parseToolArguments(subject, input);
  if (!checked.ok) throw new Error(checked.problem);
  const context = { client, answerTokens, signal: new AbortController().signal, progress: () => undefined, seenNames };
  const { text } = await subject.run(checked.parsed, context);
  return text;
}

/** The message with which a tool refuses a call. */
export async function refusal(call: Promise<string>): Promise<string> {
  const answer = await call.then(
    (text) => new Error(`it answered: ${text}`),
    (error: unknown) => error,
  );
  if (answer instanceof ToolError) return answer.message;
  throw answer;
}

/** The texts between fence marks, in order. */
export function fenced(answer: string): string[] {
  return [...answer.matchAll(/^<(text-[0-9a-f]{10})>\n([\s\S]*?)<\/\1>/gm)].map((match) => match[2] ?? "");
}

/** The answer with its random fence marks replaced, to compare it whole. */
export const masked = (answer: string): string => answer.replaceAll(/text-[0-9a-f]{10}/g, "MARK");

/** The cursor in an answer. */
export function cursorIn(answer: string): string | undefined {
  return /"cursor": "([^"]+)"/.exec(answer)?.[1];
}
