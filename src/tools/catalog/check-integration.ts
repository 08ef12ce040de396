import { z } from "zod";
import { ApiError } from "../../client/errors.ts";
import { excerpt } from "../../client/excerpt.ts";
import type { Installation } from "../../contract/models/installation.ts";
import { type Integration, IntegrationName } from "../../contract/models/integration.ts";
import type { IntegrationEvent } from "../../contract/models/integration-event.ts";
import { installations } from "../../contract/operations/installations.ts";
import { integrations } from "../../contract/operations/integrations.ts";
import { fence } from "../../present/fence.ts";
import { counted, quoted } from "../../present/wording.ts";
import type { ToolContext, ToolResult } from "../../resolve/context.ts";
import { missingFields, scopesText, traceText } from "../integrations/describe-integration.ts";
import { defineTool } from "../tool.ts";

export const checkIntegration = defineTool({
  name: "check_integration",
  title: "Find out why an integration did not run",
  description:
    "Show where an integration is installed, the events it received, which failed and why, and what to do. set_up_integration fixes and tests it.",
  toolset: "integrations",
  apart: true,
  uses: [integrations.get, installations.list, integrations.listEvents, integrations.getEvent],
  input: {
    integration: IntegrationName.describe("By name"),
    event: z.string().min(1).max(100).optional().describe("Only this one, by id, with its whole log"),
  },
  async run({ integration: integrationName, event }, context): Promise<ToolResult> {
    const { client, signal } = context;
    if (event !== undefined) {
      const detail = await client.integrations.getEvent({ integrationName, eventId: event }, { signal });
      return { text: [eventLine(detail.event), fence(traceText(detail, context.answerTokens))].join("\n") };
    }
    const integration = await client.integrations.get({ integrationName }, { signal });
    const { items } = await client.installations.list({ integrationName }, { signal });
    const parts = [
      `Integration ${quoted(integration.title)} (${quoted(integrationName)}), version ${integration.version}. Scopes: ${scopesText(integration)}.`,
      ...installationLines(items, integration),
      ...(await eventParts(integrationName, context)),
    ];
    return { text: parts.join("\n") };
  },
});

/** The most installations, and events of each state, that are listed individually. */
const maxListed = 10;

function installationLines(items: readonly Installation[], integration: Integration): string[] {
  if (items.length === 0) {
    return ["It is not installed anywhere you can see, so it receives no events: set_up_integration installs it."];
  }
  const lines = items.slice(0, maxListed).map((installation) => {
    const { id, status, target, space_selection, spaces } = installation;
    const works = space_selection === "all" ? "all spaces" : counted(spaces, "chosen space");
    const at = `- Installation ${quoted(id)} in organization ${quoted(target.organization)}: ${status}, on ${works}.`;
    return `${at}${describeTodo(installation, integration)}`;
  });
  return [...lines, ...(items.length > maxListed ? [`- And ${items.length - maxListed} more.`] : [])];
}

function describeTodo(
  { status, space_selection, spaces, configuration }: Installation,
  integration: Integration,
): string {
  const missing = missingFields(integration, configuration).map((name) => quoted(name));
  if (status === "pending") {
    return ` It receives no events until it is configured: give ${missing.join(", ") || "what it requires"} with set_up_integration.`;
  }
  if (status === "paused") return " It is paused and receives no events.";
  if (space_selection === "selected" && spaces === 0) {
    return " It works on no space yet: add one with set_up_integration.";
  }
  return "";
}

async function eventParts(integrationName: string, context: ToolContext): Promise<string[]> {
  const { client, signal } = context;
  const list = async (status: IntegrationEvent["status"]) => {
    const { items } = await client.integrations.listEvents({ integrationName, status, limit: maxListed }, { signal });
    return items.filter((event) => event.status === status);
  };
  let failed: IntegrationEvent[];
  try {
    failed = await list("failed");
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "forbidden") throw error;
    return ["Only administrators of its publisher can see its events: ask one of them."];
  }
  const waiting = await list("waiting");
  const handled = await list("success");
  const [newest] = failed;
  return [
    ...waiting.map((event) => `- Waits: ${eventLine(event)}`),
    ...handled.slice(0, 3).map((event) => `- Handled: ${eventLine(event)}`),
    ...failed.map((event) => `- Failed: ${eventLine(event)}`),
    ...(newest === undefined ? [] : await failureParts(integrationName, newest, context)),
    ...(failed.length + waiting.length + handled.length > 0 ? [] : [noEventsNote]),
  ];
}

async function failureParts(integrationName: string, { id }: IntegrationEvent, context: ToolContext) {
  const { client, signal, answerTokens } = context;
  const detail = await client.integrations.getEvent({ integrationName, eventId: id }, { signal });
  return [
    `Log of ${quoted(id)}:`,
    fence(traceText(detail, answerTokens)),
    'Fix the cause, then send it again: set_up_integration with "test_event".',
  ];
}

const noEventsNote =
  "It received no events in the last 30 days. An active installation receives the events that its scopes cover: see its scopes above.";

const eventLine = ({ id, createdAt, payload, status }: IntegrationEvent) =>
  `${quoted(payload.type)} of ${excerpt(createdAt, 40)} (${quoted(id)}): ${excerpt(status, 20)}.`;
