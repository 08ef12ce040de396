import type { z } from "zod";
import type { Client } from "../client/client.ts";
import { ClientError } from "../client/errors.ts";
import { loadOperation, operationSummaries } from "../contract/load.ts";
import { effects } from "../contract/operation.ts";
import { isMissing } from "../contract/value-problem.ts";
import { isExplained } from "../present/explain-error.ts";
import { FailureAfterWrite, ToolError } from "../present/tool-error.ts";
import { oneLine } from "../present/wording.ts";
import type { ToolContext } from "../resolve/context.ts";
import type { Tool } from "./tool.ts";

interface Call {
  readonly group: string;
  readonly name: string;
}

interface CallResult extends Call {
  readonly value: unknown;
}

/** Answers of one call that are kept in case it fails; more than a tool requests at the same time. */
const maxResults = 50;

/**
 * Wraps a tool so that a failure caused by an answer that violates the contract is reported as such. Answers are read
 * tolerantly, since services omit much that is not needed; they are checked only after a tool failed on one.
 */
export function withViolationReports(tool: Tool): Tool {
  const { consequence } = tool;
  return {
    ...tool,
    ...(consequence !== undefined && {
      consequence: (input, context) => reportViolations(context, (watched) => consequence.call(tool, input, watched)),
    }),
    run: (input, context) => reportViolations(context, (watched) => tool.run(input, watched)),
  };
}

/** The same for work other than a tool, with the arguments it takes besides a client. */
export async function reportViolations<Context extends Pick<ToolContext, "client" | "signal">, Result>(
  context: Context,
  work: (context: Context) => Promise<Result>,
): Promise<Result> {
  const results: CallResult[] = [];
  const written = new Set<string>();
  const client = watched(context.client, {
    succeeded(result) {
      const summary = findSummary(result);
      if (summary !== undefined && !effects[summary.effect].readOnly) written.add(summary.id);
      results.push(result);
      if (results.length > maxResults) results.shift();
    },
    failed(call, error) {
      const summary = findSummary(call);
      if (summary !== undefined && error instanceof ClientError && error.write === "unknown") {
        written.add(`perhaps ${summary.id}`);
      }
    },
  });
  try {
    return await work({ ...context, client });
  } catch (error) {
    if (context.signal.aborted || isExplained(error)) throw error;
    // The error that a missing member causes.
    const violation = error instanceof TypeError ? await findViolation(results.reverse()) : undefined;
    if (violation === undefined) throw written.size === 0 ? error : new FailureAfterWrite(written, error);
    throw new ToolError([violation, ...carriedOut(written)].join(" "));
  }
}

function carriedOut(written: ReadonlySet<string>): string[] {
  if (written.size === 0) return ["Nothing was changed."];
  return [`The service carried out ${[...written].join(" and ")}: read what it changed before calling again.`];
}

async function findViolation(results: readonly CallResult[]): Promise<string | undefined> {
  for (const result of results) {
    const summary = findSummary(result);
    const returns = summary && (await loadOperation(summary)).operation.returns;
    const issues = returns?.safeParse(result.value).error?.issues.flatMap(describeIssue) ?? [];
    const [issue] = issues;
    if (summary !== undefined && issue !== undefined)
      return `${summary.id}: the service's response does not match the API: ${issue}. Tell the person who runs it.`;
  }
  return undefined;
}

type Issue = z.core.$ZodIssue;

/** Members that are missing or of the wrong type; unknown enumeration values cause no failures. */
function describeIssue(issue: Issue): string[] {
  if (issue.code === "invalid_union") {
    const [branch = []] = issue.errors;
    return branch.flatMap((inner) => describeIssue({ ...inner, path: [...issue.path, ...inner.path] }));
  }
  if (issue.code !== "invalid_type") return [];
  const path = issue.path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`)).join("");
  const member = path === "" ? "the answer" : `\`${oneLine(path.replace(/^\./, ""), 80)}\``;
  return [`${member} ${isMissing(issue) ? "is missing" : `is not of type ${issue.expected}`}`];
}

const findSummary = ({ group, name }: Call) =>
  operationSummaries.find((candidate) => candidate.group === group && candidate.name === name);

interface Watcher {
  succeeded(result: CallResult): void;
  failed(call: Call, error: unknown): void;
}

/** A client that reports how each of its calls ended. */
function watched(client: Client, watcher: Watcher): Client {
  return new Proxy({} as Client, {
    get(_target, group) {
      const functions: unknown = Reflect.get(client, group);
      if (typeof functions !== "object" || functions === null) return functions;
      return new Proxy(
        {},
        {
          get(_inner, name) {
            const call: unknown = Reflect.get(functions, name);
            if (typeof call !== "function") return call;
            return async (...args: unknown[]): Promise<unknown> => {
              const names = { group: String(group), name: String(name) };
              try {
                const value: unknown = await Reflect.apply(call, functions, args);
                watcher.succeeded({ ...names, value });
                return value;
              } catch (error) {
                watcher.failed(names, error);
                throw error;
              }
            };
          },
        },
      );
    },
  });
}
