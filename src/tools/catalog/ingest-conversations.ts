import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { conversations } from "../../contract/operations/conversations.ts";
import { organizations } from "../../contract/operations/organizations.ts";
import { ToolError } from "../../present/tool-error.ts";
import { webAddressNote } from "../../present/web-address.ts";
import { counted, oneLine, quoted } from "../../present/wording.ts";
import type { ToolContext, ToolResult } from "../../resolve/context.ts";
import { lookUp, readPart } from "../../resolve/reads.ts";
import { findOrganization } from "../../resolve/spaces.ts";
import { defineTool, named } from "../tool.ts";

const message = z.strictObject({
  role: z.enum(["user", "assistant", "team-member"]),
  text: z.string().min(1).max(100_000),
});

const conversation = z.strictObject({
  id: z.string().min(1).max(255),
  subject: z.string().max(512).optional(),
  messages: z.array(message).min(1).describe("Oldest first"),
  url: z.string().max(2000).optional(),
  created_at: z.iso.datetime({ offset: true }).optional(),
});

export const ingestConversations = defineTool({
  name: "ingest_conversations",
  title: "Ingest conversations",
  description:
    "Send support conversations and wait for their analysis; then list_issue_clusters. The same id replaces a conversation.",
  toolset: "conversations",
  uses: [conversations.ingest, conversations.list, conversations.get, organizations.list],
  input: {
    conversations: z.array(conversation).min(1).max(100),
    source: z.string().trim().min(1).max(500).optional().describe("Such as email or chat"),
    organization: named.organization.optional(),
  },
  async run({ conversations: inputConversations, source, organization }, context): Promise<ToolResult> {
    const { client, signal } = context;
    requireDifferentIds(inputConversations);
    const found = await findOrganization(organization, context);
    const { id: organizationId, title } = found;
    await client.conversations.ingest(
      { organizationId, conversations: inputConversations.map((one) => toWireConversation(one, source)) },
      { signal },
    );
    const ids = inputConversations.map(({ id }) => id);
    const sent = `Sent ${counted(ids.length, "conversation")} to ${quoted(title)} (${organizationId}).`;
    const state = formatAnalysisState(ids, await awaitAnalysis(organizationId, ids, context));
    return { text: [`${sent} ${state}`, ...webAddressNote(found)].join("\n") };
  },
});

function requireDifferentIds(inputConversations: readonly { readonly id: string }[]): void {
  const twice = inputConversations.find(
    ({ id }, at) => inputConversations.findIndex((other) => other.id === id) !== at,
  );
  if (twice === undefined) return;
  throw new ToolError(`Two conversations have the id ${quoted(twice.id)}; nothing was sent. Give each its own.`);
}

function toWireConversation(
  { id, subject, messages, url, created_at }: z.infer<typeof conversation>,
  source: string | undefined,
) {
  const metadata = {
    ...(url === undefined ? {} : { url }),
    ...(created_at === undefined ? {} : { createdAt: created_at }),
    ...(source === undefined ? {} : { attributes: { source } }),
  };
  return {
    id,
    ...(subject === undefined ? {} : { subject }),
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
    parts: messages.map(({ role, text }) => ({ type: "message" as const, role, body: text })),
  };
}

/** Hosts allow a call about a minute. Milliseconds. */
const defaultTimeoutMs = 45_000;

const pause = { first: 200, max: 2000 };

/** Conversations in one list, newest first. */
const maxListed = 100;

/** Conversations missing from the list that are read in one round. */
const maxReads = 5;

/** Rounds after which we stop asking a service that shows none of them. */
const maxBlindRounds = 3;

interface AnalysisProgress {
  /** Which of the requested conversations have been analyzed for issues. */
  readonly analyzed: ReadonlySet<string>;
  /** False if the service does not show the conversations. */
  readonly isReported: boolean;
  readonly seconds: number;
}

/** Waits until conversations are analyzed and reports progress, but no longer than a host waits for a call. */
export async function awaitAnalysis(
  organizationId: string,
  ids: readonly string[],
  context: ToolContext,
  timeoutMs = defaultTimeoutMs,
): Promise<AnalysisProgress> {
  const begun = performance.now();
  const waiting = new Set(ids);
  const analyzed = new Set<string>();
  let isReported = false;
  for (let wait = pause.first, round = 1; ; wait = Math.min(2 * wait, pause.max), round += 1) {
    const states = await readStates(organizationId, waiting, context);
    if (states.size > 0) isReported = true;
    for (const [id, isAnalyzed] of states) {
      if (!isAnalyzed) continue;
      waiting.delete(id);
      analyzed.add(id);
    }
    const elapsed = performance.now() - begun;
    const isBlind = !isReported && round >= maxBlindRounds;
    if (waiting.size === 0 || isBlind || elapsed + wait > timeoutMs) {
      return { analyzed, isReported, seconds: Math.round(elapsed / 1000) };
    }
    context.progress(analyzed.size, ids.length, `Analyzed ${analyzed.size} of ${ids.length} conversations`);
    await sleep(wait, undefined, { signal: context.signal });
  }
}

/** Whether all conversations that the service shows are analyzed. */
async function readStates(
  organizationId: string,
  ids: ReadonlySet<string>,
  { client, signal }: ToolContext,
): Promise<Map<string, boolean>> {
  const part = await readPart(client.conversations.list({ organizationId, limit: maxListed }, { signal }));
  const listed = "refusal" in part ? [] : part.found.items.filter(({ id }) => ids.has(id));
  const states = new Map(listed.map(({ id, processedAt }) => [id, processedAt !== undefined]));
  const others = [...ids].filter((id) => !states.has(id)).slice(0, maxReads);
  for (const conversationId of others) {
    const read = await readPart(lookUp(client.conversations.get({ organizationId, conversationId }, { signal })));
    if ("refusal" in read || read.found === undefined) break;
    states.set(conversationId, read.found.conversation.processedAt !== undefined);
  }
  return states;
}

/** The progress of the analysis, and what to call next. */
export function formatAnalysisState(
  ids: readonly string[],
  { analyzed, isReported, seconds }: AnalysisProgress,
): string {
  const landed = (id = "") => `with "conversation": ${JSON.stringify(oneLine(id, 255))}`;
  if (!isReported) return `The service does not report the progress of the analysis: call list_issue_clusters later.`;
  const waiting = ids.filter((id) => !analyzed.has(id));
  if (waiting.length > 0) {
    return `After ${counted(seconds, "second")} ${analyzed.size} of ${ids.length} are analyzed; the rest continues in the background. list_issue_clusters ${landed(waiting[0])} says when it is done.`;
  }
  const all = ids.length === 1 ? "It is" : "All are";
  return `${all} analyzed. list_issue_clusters shows what people struggle with, ${landed(ids[0])} where it landed.`;
}
