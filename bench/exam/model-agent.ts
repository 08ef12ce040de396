import { request } from "undici";
import type { DeskSession } from "./desk-session.ts";
import type { JobRecord } from "./record.ts";

export interface Model {
  /** Base URL of a service with `/chat/completions`, version included. */
  readonly url: string;
  readonly key: string | undefined;
  readonly name: string;
}

/** The most turns of a job. */
const maxTurns = 60;

interface Message {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly content: string | null;
  readonly tool_calls?: readonly ToolCall[];
  readonly tool_call_id?: string;
}

interface ToolCall {
  readonly id: string;
  readonly type: "function";
  readonly function: { readonly name: string; readonly arguments: string };
}

/** Has a model do a job with only the tools of the session. */
export async function runModel(model: Model, record: JobRecord, session: DeskSession): Promise<void> {
  const tools = (await session.tools()).map(({ name, description, inputSchema }) => ({
    type: "function",
    function: { name, description, parameters: inputSchema },
  }));
  const messages: Message[] = [
    { role: "system", content: `You work with the tools of an MCP server.\n\n${session.instructions()}` },
    { role: "user", content: record.job.prompt },
  ];
  for (let turn = 0; turn < maxTurns; turn += 1) {
    const message = await complete(model, { model: model.name, messages, tools });
    messages.push(message);
    if (message.tool_calls === undefined || message.tool_calls.length === 0)
      return record.finish(message.content ?? "");
    for (const { id, function: called } of message.tool_calls) {
      const input = parseArguments(called.arguments);
      const answer = await session.call(called.name, input);
      record.add(called.name, input, answer);
      messages.push({ role: "tool", tool_call_id: id, content: answer.text });
    }
  }
  record.finish("");
}

function parseArguments(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}

async function complete({ url, key }: Model, body: object): Promise<Message> {
  const { statusCode, body: answer } = await request(`${url.replace(/\/$/, "")}/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (statusCode !== 200) throw new Error(`the model answered ${statusCode}: ${text.slice(0, 300)}`);
  const [choice] = (JSON.parse(text) as { choices: { message: Message }[] }).choices;
  if (choice === undefined) throw new Error("the model answered no choice");
  return choice.message;
}
