import { type GetPromptResult, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { ApiError, ClientError, InputError } from "../client/errors.ts";
import { quotedExcerpt } from "../client/excerpt.ts";
import { closestName } from "../contract/closest-name.ts";
import { candidateLines } from "../tools/resolve/candidates.ts";
import { ToolError } from "../tools/tool-error.ts";
import { candidatesOf } from "./argument-candidates.ts";
import { ArgumentError } from "./argument-error.ts";
import { enclose } from "./enclose.ts";
import { openDesk } from "./open-desk.ts";
import type { Prompt } from "./prompt.ts";
import type { PromptContext } from "./prompt-context.ts";

const usuallyLongest = 500;

/** The prompt's messages, all together within the answer budget. */
export async function writePrompt(
  name: string,
  given: Readonly<Record<string, string>>,
  prompts: readonly Prompt[],
  context: PromptContext,
): Promise<GetPromptResult> {
  const prompt = promptNamed(name, prompts);
  try {
    const draft = await prompt.draft(await checked(prompt, given, context), openDesk(context));
    const texts = await enclose(draft, context);
    return {
      description: prompt.description,
      messages: texts.map((text) => ({ role: "user", content: { type: "text", text } })),
    };
  } catch (error) {
    throw context.signal.aborted ? error : protocolErrorOf(error);
  }
}

export function promptNamed(name: string, prompts: readonly Prompt[]): Prompt {
  const found = prompts.find((prompt) => prompt.name === name);
  if (found !== undefined) return found;
  const names = prompts.map((prompt) => prompt.name);
  throw invalid(`There is no prompt ${quotedExcerpt(name, 80)}. There are: ${names.join(", ")}.`);
}

/** The arguments by name, empty ones left out. */
async function checked(
  { name: prompt, arguments: all }: Prompt,
  given: Readonly<Record<string, string>>,
  context: PromptContext,
): Promise<Record<string, string | undefined>> {
  const names = Object.keys(all);
  const stranger = Object.keys(given).find((name) => !Object.hasOwn(all, name));
  if (stranger !== undefined) {
    const closest = closestName(stranger, names);
    const hint = closest === undefined ? "" : ` Did you mean ${closest}?`;
    throw invalid(`${prompt} takes no argument ${quotedExcerpt(stranger, 60)}.${hint} It takes: ${names.join(", ")}.`);
  }
  const checked: Record<string, string | undefined> = {};
  for (const [name, { description, required, names: subject, longest = usuallyLongest }] of Object.entries(all)) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    checked[name] = value?.trim() === "" ? undefined : value;
    if (value !== undefined && value.length > longest) {
      throw invalid(`${name}: it has ${value.length} characters, and at most ${longest} are taken.`);
    }
    if (checked[name] !== undefined || required !== true) continue;
    const candidates = subject === undefined ? [] : await offered(subject, given, context);
    const there = candidates.length === 0 ? "" : ` There are:\n${candidateLines(candidates)}`;
    throw invalid(`${name}: it is required. ${description}.${there}`);
  }
  return checked;
}

/** What cannot be read is not offered: what is missing is told all the same. */
function offered(...asked: Parameters<typeof candidatesOf>): ReturnType<typeof candidatesOf> {
  return candidatesOf(...asked).catch((error: unknown) => {
    if (error instanceof ClientError && !asked[2].signal.aborted) return [];
    throw error;
  });
}

function protocolErrorOf(error: unknown): unknown {
  if (error instanceof ArgumentError) return invalid(error.message);
  if (error instanceof ToolError) return invalid(error.message);
  if (error instanceof InputError || (error instanceof ApiError && error.code === "not_found")) {
    return invalid(error.message);
  }
  if (error instanceof ClientError) return new ProtocolError(ProtocolErrorCode.InternalError, error.message);
  return error;
}

const invalid = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message);
