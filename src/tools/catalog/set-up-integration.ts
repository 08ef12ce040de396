import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { Installation } from "../../contract/models/installation.ts";
import { type Integration, IntegrationName } from "../../contract/models/integration.ts";
import type { IntegrationEventDetail } from "../../contract/models/integration-event.ts";
import { installations } from "../../contract/operations/installations.ts";
import { integrations } from "../../contract/operations/integrations.ts";
import { fence } from "../../present/fence.ts";
import { ToolError } from "../../present/tool-error.ts";
import { webAddressNote, withAddress } from "../../present/web-address.ts";
import { quoted } from "../../present/wording.ts";
import type { ToolContext, ToolResult } from "../../resolve/context.ts";
import { findOrganization, findSpace } from "../../resolve/spaces.ts";
import { usedTo } from "../../resolve/uses.ts";
import { missingFields, scopesText, traceText } from "../integrations/describe-integration.ts";
import { takeSteps } from "../steps.ts";
import { defineTool, getFurthestReach, named } from "../tool.ts";

export const setUpIntegration = defineTool({
  name: "set_up_integration",
  title: "Install, configure or test an integration",
  description:
    "Install an integration in an organization, configure it, let it work on a space, or resend an event of its log. check_integration shows its state.",
  toolset: "integrations",
  apart: true,
  uses: [
    integrations.get,
    integrations.getEvent,
    installations.list,
    installations.install,
    installations.update,
    installations.installOnSpace,
    ...usedTo.findSpace,
  ],
  input: {
    integration: IntegrationName.describe("By name"),
    configuration: z
      .record(z.string(), z.unknown())
      .optional()
      .describe("Its configuration, by field; replaces the old one"),
    space: named.space.optional().describe("Space to let it work on: id, title or URL"),
    test_event: z.string().min(1).max(100).optional().describe("Event to resend, by id from check_integration"),
    organization: named.organization.optional(),
  },
  plan: () => ({ reach: getFurthestReach({ uses: [installations.install] }) }),
  async consequence(input, context) {
    const { integration, organization, installation } = await readInstallationState(input, context);
    const { configuration, space, test_event } = input;
    const changes = [
      ...(installation === undefined ? [`install it, with scopes: ${scopesText(integration)}`] : []),
      ...(configuration === undefined
        ? []
        : [
            `set its ${
              Object.keys(configuration)
                .map((name) => quoted(name))
                .join(", ") || "configuration to nothing"
            }`,
          ]),
      ...(space === undefined ? [] : [`let it work on space ${quoted((await findSpace(space, context)).title)}`]),
      ...(test_event === undefined ? [] : [`resend event ${quoted(test_event)} to it`]),
    ];
    if (changes.length === 0) return undefined;
    const question = `Integration ${quoted(integration.title)} in organization ${quoted(organization.title)}: ${changes.join("; ")}.`;
    return withAddress(question, installation ?? organization);
  },
  async run(input, context): Promise<ToolResult> {
    const found = await readInstallationState(input, context);
    const space = input.space === undefined ? undefined : await findSpace(input.space, context);
    const { configuration, test_event } = input;
    const isEmpty = [configuration, space, test_event].every((one) => one === undefined);
    if (found.installation !== undefined && isEmpty) {
      throw new ToolError(
        "It is already installed. Give configuration, space or test_event; check_integration shows its state.",
      );
    }
    const work = new SetUp(found, context);
    const steps = [
      ...(found.installation === undefined ? [() => work.install()] : []),
      ...(configuration === undefined ? [] : [() => work.configure(configuration)]),
      ...(space === undefined ? [] : [() => work.addSpace(space)]),
      ...(test_event === undefined ? [] : [() => work.test(test_event)]),
    ];
    const done = await takeSteps(steps, context);
    return { text: [...done, ...webAddressNote(work.installation ?? {})].join("\n") };
  },
});

interface InstallationState {
  /** The name it was requested by. */
  readonly name: string;
  readonly integration: Integration;
  readonly organization: Awaited<ReturnType<typeof findOrganization>>;
  readonly installation: Installation | undefined;
}

async function readInstallationState(
  input: { readonly integration: string; readonly organization?: string | undefined },
  context: ToolContext,
): Promise<InstallationState> {
  const { client, signal } = context;
  const integrationName = input.integration;
  const organization = await findOrganization(input.organization, context);
  const integration = await client.integrations.get({ integrationName }, { signal });
  let page: string | undefined;
  do {
    const list = await client.installations.list({ integrationName, page }, { signal });
    const installation = list.items.find(({ target }) => target.organization === organization.id);
    if (installation !== undefined) return { name: integrationName, integration, organization, installation };
    page = list.next?.page;
  } while (page !== undefined);
  return { name: integrationName, integration, organization, installation: undefined };
}

/** How often, and at what interval in milliseconds, the state of a resent event is checked. */
const polling = { max: 20, intervalMs: 500 };

class SetUp {
  readonly #name: string;
  readonly #integration: Integration;
  readonly #organization: string;
  readonly #context: ToolContext;
  #installation: Installation | undefined;

  constructor({ name, integration, organization, installation }: InstallationState, context: ToolContext) {
    this.#name = name;
    this.#integration = integration;
    this.#organization = organization.id;
    this.#installation = installation;
    this.#context = context;
  }

  get installation(): Installation | undefined {
    return this.#installation;
  }

  async install(): Promise<string> {
    const { client, signal } = this.#context;
    const call = { integrationName: this.#name, organization: this.#organization };
    this.#installation = await client.installations.install(call, { signal });
    return `Installed as ${quoted(this.#installation.id)}. ${this.#state(this.#installation)}`;
  }

  async configure(configuration: Readonly<Record<string, unknown>>): Promise<string> {
    const { client, signal } = this.#context;
    this.#installation = await client.installations.update({ ...this.#names, configuration }, { signal });
    return `Configured. ${this.#state(this.#installation)}`;
  }

  async addSpace({ id, title }: { readonly id: string; readonly title: string }): Promise<string> {
    const { client, signal } = this.#context;
    const { status } = await client.installations.installOnSpace({ ...this.#names, space: id }, { signal });
    return `It works on space ${quoted(title)} (${id}): ${status}.`;
  }

  async test(eventId: string): Promise<string> {
    const { client, signal, answerTokens } = this.#context;
    await client.installations.update({ ...this.#names, replay: [eventId] }, { signal });
    const integrationName = this.#name;
    let detail: IntegrationEventDetail | undefined;
    for (let look = 0; look < polling.max; look += 1) {
      if (look > 0) await sleep(polling.intervalMs, undefined, { signal });
      detail = await client.integrations.getEvent({ integrationName, eventId }, { signal });
      if (detail.event.status !== "waiting") break;
    }
    if (detail === undefined) throw new Error("The event could not be checked");
    const end =
      detail.event.status === "waiting"
        ? "was sent and has no result yet: check_integration shows it later"
        : detail.event.status === "success"
          ? "was sent again and handled"
          : "was sent again and failed";
    return `Event ${quoted(eventId)} ${end}.\n${fence(traceText(detail, answerTokens))}`;
  }

  get #names() {
    if (this.#installation === undefined) throw new Error("Nothing is installed");
    return { integrationName: this.#name, installationId: this.#installation.id };
  }

  #state({ status, configuration }: Installation): string {
    const missing = missingFields(this.#integration, configuration).map((name) => quoted(name));
    if (status === "active") return "It is active.";
    if (status === "paused") return "It is paused.";
    return `It waits for its configuration${missing.length === 0 ? "" : `: ${missing.join(", ")}`}.`;
  }
}
