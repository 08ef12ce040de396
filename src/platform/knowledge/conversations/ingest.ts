import type { ConversationInput } from "../../../contract/models/conversation.ts";
import type { Context } from "../../kernel/context.ts";
import { hasWaitingJob, latestJob } from "../../kernel/jobs/jobs-rows.ts";
import { findConversation, insertConversation, updateConversation } from "./conversation-rows.ts";
import { maskPersonalData } from "./personal-data.ts";

/**
 * Stores conversations and queues their analysis. An unchanged conversation that is already stored is skipped; a
 * changed one replaces it.
 */
export async function ingest(
  context: Context,
  organization: string,
  conversations: readonly ConversationInput[],
): Promise<void> {
  let changed = false;
  for (const conversation of conversations) changed = (await store(context, organization, conversation)) || changed;
  const lane = analysisLane(organization);
  // A job that has not started will find these too. Ingesting them again retries a failed one.
  const isDue = changed
    ? !(await hasWaitingJob(context.queries, lane))
    : (await latestJob(context.queries, lane))?.state === "failed";
  if (!isDue) return;
  await context.enqueue({ kind: "conversations", input: { organization }, lane });
}

const analysisLane = (organization: string): string => `conversations:${organization}`;

/** Returns whether anything changed. */
async function store(context: Context, organization: string, input: ConversationInput): Promise<boolean> {
  const { queries, now, user } = context;
  const { id, subject, parts, metadata = {} } = maskConversation(input, context.conversations.personalData);
  const { createdAt, ...facts } = metadata;
  const known = await findConversation(queries, organization, id);
  const content = {
    subject: subject ?? null,
    source: readSource(metadata),
    metadata: JSON.stringify(createdAt === undefined ? facts : { ...facts, createdAt }),
    parts: JSON.stringify(parts.map(({ type, role, body }) => ({ type, role, body }))),
  };
  if (known === undefined) {
    await insertConversation(queries, {
      organization,
      id,
      ...content,
      version: 1,
      pending: 1,
      analysis: null,
      model_attempts: 0,
      impact: null,
      processed_at: null,
      created_at: createdAt === undefined ? now : new Date(createdAt).toISOString(),
      ingested_at: now,
      ingested_by: user.id,
    });
    return true;
  }
  const created = createdAt === undefined ? known.created_at : new Date(createdAt).toISOString();
  const isSame =
    known.subject === content.subject &&
    known.source === content.source &&
    known.metadata === content.metadata &&
    known.parts === content.parts &&
    known.created_at === created;
  if (isSame) return false;
  await updateConversation(queries, known, {
    ...content,
    created_at: created,
    version: known.version + 1,
    pending: 1,
    model_attempts: 0,
  });
  return true;
}

function maskConversation(input: ConversationInput, personalData: "masked" | "kept"): ConversationInput {
  if (personalData === "kept") return input;
  const { id, subject, parts, metadata } = input;
  return {
    id,
    ...(subject === undefined ? {} : { subject: maskPersonalData(subject) }),
    parts: parts.map((part) => ({ ...part, body: maskPersonalData(part.body) })),
    ...(metadata === undefined ? {} : { metadata: maskMetadata(metadata) }),
  };
}

type Metadata = NonNullable<ConversationInput["metadata"]>;

function maskMetadata({ url, attributes, createdAt }: Metadata): Metadata {
  const facts = Object.entries(attributes ?? {}).map(([name, value]) => [
    maskPersonalData(name),
    maskPersonalData(value),
  ]);
  return {
    ...(url === undefined ? {} : { url: maskPersonalData(url) }),
    ...(attributes === undefined ? {} : { attributes: Object.fromEntries(facts) as Record<string, string> }),
    ...(createdAt === undefined ? {} : { createdAt }),
  };
}

const known = /^(?:email|integration:[^:\s]{1,100}:[^:\s]{1,100})$/;

/**
 * The source of a conversation: its attribute `source`, as a source or as a name such as "Help desk"; otherwise the
 * host of its page in the original system, otherwise this API.
 */
function readSource(metadata: ConversationInput["metadata"]): string {
  const declared = metadata?.attributes?.source?.trim() ?? "";
  if (known.test(declared)) return declared;
  const name = declared
    .toLowerCase()
    .replace(/[\s:]+/g, "-")
    .slice(0, 100);
  if (name === "email" || name === "e-mail") return "email";
  if (/[\p{L}\p{N}]/u.test(name)) return `integration:api:${name}`;
  const url = metadata?.url;
  const host = url !== undefined && URL.canParse(url) ? new URL(url).hostname : "";
  return `integration:api:${host === "" ? "direct" : host.replaceAll(":", "")}`;
}
