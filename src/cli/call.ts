import { once } from "node:events";
import { paginate } from "../client/paginate.ts";
import { type Config, readCommandLine } from "../config/config.ts";
import { closestName } from "../contract/closest-name.ts";
import { type OperationSummary, operationSummaries } from "../contract/load.ts";
import { effects } from "../contract/operation.ts";
import { findChangeRequest, findContent } from "../resolve/content.ts";
import type { ToolContext } from "../resolve/context.ts";
import { looksLikeId } from "../resolve/link.ts";
import { findPage } from "../resolve/pages.ts";
import { findOrganization, findSpace, listOrganizations } from "../resolve/spaces.ts";
import { generatedEntries } from "../tools/generated-entries.ts";
import { findRefusal, reachOfCall } from "../tools/operation-limits.ts";
import { operationNamed } from "../tools/operations/lookup.ts";
import { createSurface } from "../tools/surface.ts";
import { commandFlags } from "./command-flags.ts";
import { connect, type EmbeddedPlatform } from "./connection.ts";
import { UsageError } from "./errors.ts";
import { toSelection } from "./surface-selection.ts";
import { interruptSignal, printIndentedJson } from "./terminal.ts";

export type Call = (input: Record<string, unknown>, options: { signal: AbortSignal }) => Promise<unknown>;

export async function run(argv: readonly string[]): Promise<number> {
  const { config, positionals } = readCommandLine(argv, process.env, commandFlags.call);
  const [name, text = "{}", ...rest] = positionals;
  if (name === undefined || rest.length > 0) {
    throw new UsageError(
      'Usage: copydesk call <operation> [json], such as copydesk call getSpaceById \'{"spaceId":"…"}\'',
    );
  }
  const entry = operationSummaries.find((one) => memberName(one) === name) ?? operationNamed(name);
  if (entry === undefined) {
    const isMember = name.includes(".");
    const closest = closestName(
      name,
      operationSummaries.map((one) => (isMember ? memberName(one) : one.id)),
    );
    const hint = closest === undefined ? "" : ` Did you mean ${closest}?`;
    throw new UsageError(`There is no operation "${name}".${hint} The page "Coverage" of the manual lists all.`);
  }
  const input = parseInput(text);
  await refuseLimited(entry, input, config);
  const address = serveAddress(config);
  const connection = await connect(config, { linksAt: address });
  try {
    const group = connection.client[entry.group] as Readonly<Record<string, Call>>;
    const signal = interruptSignal();
    const result = await group[entry.name]?.(await withIds(input, { client: connection.client, signal }), { signal });
    if (connection.embedded !== undefined && !effects[entry.effect].readOnly) {
      await settle(connection.embedded, entry, signal);
    }
    if (result !== undefined) printIndentedJson(result);
    if (connection.embedded !== undefined && hasTemporaryLinks(result)) {
      process.stderr.write(
        address === undefined
          ? "The temporary links will not work: with port 0, the address of `copydesk serve` is not known.\n"
          : `The temporary links lead to ${address}: \`copydesk serve\` on this data folder serves them there.\n`,
      );
    }
    return 0;
  } finally {
    await connection.close();
  }
}

/** How the client calls an operation: `spaces.get`. */
const memberName = ({ group, name }: OperationSummary) => `${group}.${name}`;

/** Where `copydesk serve` would listen with the same settings, as seen from this machine. */
export function serveAddress({ host, port }: Config): string | undefined {
  if (port.value === 0) return undefined;
  const isAny = host.value === "0.0.0.0" || host.value === "::";
  const name = isAny ? "127.0.0.1" : host.value.includes(":") ? `[${host.value}]` : host.value;
  return `http://${name}:${port.value}`;
}

/** Temporary links anywhere in an answer that work without a token. */
export function hasTemporaryLinks(value: unknown): boolean {
  if (typeof value === "string") return /^http:\/\/[^/]+\/(?:files|pdf|openapi)\/\S*[?&]signature=/.test(value);
  return typeof value === "object" && value !== null && Object.values(value).some(hasTemporaryLinks);
}

/** Waits for jobs that the call started; otherwise, or if interrupted, the next process runs them. */
export async function settle(
  { platform }: EmbeddedPlatform,
  { id }: OperationSummary,
  signal: AbortSignal,
): Promise<void> {
  const settled = platform.jobsSettled();
  const note = setTimeout(
    () => process.stderr.write(`Waiting for what ${id} started. Ctrl-C leaves it to the next start.\n`),
    1000,
  );
  await Promise.race([settled, once(signal, "abort")]);
  clearTimeout(note);
}

/** Limits for agents also apply when they use the command line. */
export async function refuseLimited(summary: OperationSummary, input: unknown, config: Config): Promise<void> {
  const { limits } = createSurface(generatedEntries, toSelection(config));
  const refusal = findRefusal(summary.id, await reachOfCall(summary, input), limits);
  if (refusal !== undefined) throw new UsageError(refusal);
}

export function parseInput(text: string): Record<string, unknown> {
  let input: unknown;
  try {
    input = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`The arguments are not JSON: ${error instanceof Error ? error.message : text}`);
  }
  if (typeof input === "object" && input !== null && !Array.isArray(input)) return input as Record<string, unknown>;
  throw new UsageError('The arguments must be one JSON object, such as {"spaceId":"…"}.');
}

type Input = Readonly<Record<string, unknown>>;

/** The format of the platform's own ids. */
const isId = (text: string) => /^[A-Za-z0-9]{20}$/.test(text);

/**
 * The arguments of an operation, with titles, subjects, paths or addresses replaced by ids: of organizations,
 * spaces, change requests and pages. A single word that is not a title stays: services have ids of many formats.
 * Throws `ToolError` with candidates.
 */
async function withIds(
  input: Input,
  { client, signal }: Pick<ToolContext, "client" | "signal">,
): Promise<Record<string, unknown>> {
  const context: ToolContext = { client, signal, answerTokens: 1_000_000, progress: () => undefined };
  const named = (member: string) => {
    const value = input[member];
    return typeof value === "string" && value !== "" && !isId(value) ? value : undefined;
  };
  const result: Record<string, unknown> = { ...input };
  const organization = named("organizationId");
  if (organization !== undefined) result.organizationId = await organizationId(organization, context);
  const space = named("spaceId");
  if (space !== undefined) result.spaceId = await findSpaceId(space, context);
  const { spaceId } = result;
  if (typeof spaceId !== "string" || !isId(spaceId)) return result;
  const changeRequest = named("changeRequestId");
  // The service itself accepts numbers.
  if (changeRequest !== undefined && !looksLikeId(changeRequest)) {
    result.changeRequestId = (await findChangeRequest(changeRequest, spaceId, context)).id;
  }
  const page = named("pageId");
  if (page !== undefined) {
    const draft = typeof result.changeRequestId === "string" ? result.changeRequestId : undefined;
    const content = await findContent({ space: spaceId, change_request: draft }, context);
    result.pageId = (await findPage(page, content, context)).id;
  }
  return result;
}

async function organizationId(name: string, context: ToolContext): Promise<string> {
  if (!looksLikeId(name)) return (await findOrganization(name, context)).id;
  const titled = (await listOrganizations(undefined, context)).find(({ title }) => isSame(title, name));
  return titled?.id ?? name;
}

async function findSpaceId(name: string, context: ToolContext): Promise<string> {
  if (!looksLikeId(name)) return (await findSpace(name, context)).id;
  const { client, signal } = context;
  for (const { id: organization } of await listOrganizations(undefined, context)) {
    const query = { organizationId: organization, limit: 1000 };
    for await (const { id, title } of paginate(client.spaces.list, query, { signal })) {
      if (isSame(title, name)) return id;
    }
  }
  return name;
}

const isSame = (title: string, name: string) => title.trim().toLowerCase() === name.toLowerCase();
