import { createInterface } from "node:readline/promises";
import type { Config } from "../../config/config.ts";
import { ToolError } from "../../present/tool-error.ts";
import type { ToolContext } from "../../resolve/context.ts";
import { parseToolArguments } from "../../tools/arguments.ts";
import { questionBefore } from "../../tools/confirmation.ts";
import { findRefusal, limitedClient } from "../../tools/operation-limits.ts";
import { generatedRegistry } from "../../tools/registry.ts";
import { createSurface } from "../../tools/surface.ts";
import { plannedCall } from "../../tools/tool.ts";
import { serveAddress } from "../call.ts";
import { type Connection, connect } from "../connection.ts";
import { UsageError } from "../errors.ts";
import { toSelection } from "../surface-selection.ts";
import { interruptSignal } from "../terminal.ts";
import { forPerson } from "./shown-result.ts";

/** What a desk command works with: the tools, and their client. */
export interface CommandEnvironment {
  readonly context: ToolContext;
  readonly connection: Connection;
  /**
   * Calls a tool and returns its answer; undefined if the person declined. Throws `ToolError`, `ApiError`
   * and `UsageError`.
   */
  call(tool: string, args: Readonly<Record<string, unknown>>): Promise<string | undefined>;
}

/** Answers in a terminal need no token limit. */
const answerTokens = 1_000_000;

/** Connects to the configured service for one command, within the configured limits. */
export async function withCommandEnvironment<Value>(
  config: Config,
  options: { readonly agreed: boolean },
  work: (environment: CommandEnvironment) => Promise<Value>,
): Promise<Value> {
  const connection = await connect(config, { linksAt: serveAddress(config) });
  const surface = createSurface(generatedRegistry.entries, toSelection(config));
  const context: ToolContext = {
    client: limitedClient(connection.client, (id, reach) => findRefusal(id, reach, surface.limits)),
    signal: interruptSignal(),
    answerTokens,
    progress: () => undefined,
    lacks: (id) => surface.lacks.has(id),
  };
  const call: CommandEnvironment["call"] = async (name, args) => {
    const tool = await generatedRegistry.load(name);
    if (tool === undefined) throw new Error(`There is no tool ${name}`);
    const checked = parseToolArguments(tool, withoutAbsent(args));
    if (!checked.ok) throw new ToolError(checked.problem);
    const input = checked.parsed;
    const { operation, reach, ...planned } = await plannedCall(tool, input);
    const refusal =
      (operation === undefined ? undefined : findRefusal(operation, reach, surface.limits)) ?? planned.refusal;
    if (refusal !== undefined) throw new UsageError(refusal);
    const question = await questionBefore(tool, input, context, { policy: config.confirm.value, reach });
    if (question !== undefined && !options.agreed && !(await agrees(forPerson(question)))) return undefined;
    return (await tool.run(input, context)).text;
  };
  try {
    const value = await work({ context, connection, call });
    await connection.embedded?.platform.jobsSettled();
    return value;
  } finally {
    await connection.close();
  }
}

function withoutAbsent(args: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));
}

async function agrees(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) {
    process.stderr.write(`${question}\nNothing was changed. Confirm with --yes.\n`);
    return false;
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const reply = await terminal.question(`${question}\nDo it? [y/N] `);
  terminal.close();
  return /^y(es)?$/i.test(reply.trim());
}
