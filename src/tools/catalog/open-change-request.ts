import { z } from "zod";
import { ClientError } from "../../client/errors.ts";
import type { ChangeRequest } from "../../contract/models/change-request.ts";
import type { IssueCluster } from "../../contract/models/conversation.ts";
import type { RichDocument } from "../../contract/models/document.ts";
import { agentInstructions } from "../../contract/operations/agent-instructions.ts";
import { changeRequestContent } from "../../contract/operations/change-request-content.ts";
import { changeRequests } from "../../contract/operations/change-requests.ts";
import { issueClusters } from "../../contract/operations/issue-clusters.ts";
import { estimateTokens } from "../../present/budget.ts";
import { toDocument, toMarkdown } from "../../present/document.ts";
import { presentHouseRules } from "../../present/house-rules.ts";
import { ToolError } from "../../present/tool-error.ts";
import { webAddressNote } from "../../present/web-address.ts";
import { quoted } from "../../present/wording.ts";
import { changeRequestName } from "../../resolve/content.ts";
import type { ToolContext, ToolResult } from "../../resolve/context.ts";
import { clusterName, type FoundCluster, findIssueCluster } from "../../resolve/in-organization.ts";
import { advisory, readPart } from "../../resolve/reads.ts";
import { findSpace } from "../../resolve/spaces.ts";
import { usedTo } from "../../resolve/uses.ts";
import { planUndo, presentUndo, type Undo, undoReads } from "../review/undo.ts";
import { defineTool, named } from "../tool.ts";

/** The most change requests of the same cluster that are read. */
const maxOthers = 10;

export const openChangeRequest = defineTool({
  name: "open_change_request",
  title: "Open a change request",
  description: "Start a change request (a draft for edits), or `undo` a merged one or one `page` of it.",
  toolset: "changes",
  effect: "create",
  uses: [
    changeRequests.create,
    changeRequests.update,
    changeRequests.listInOrganization,
    issueClusters.get,
    issueClusters.list,
    changeRequestContent.apply,
    agentInstructions.get,
    ...undoReads,
    ...usedTo.findSpace,
  ],
  input: {
    space: named.space,
    subject: z.string().min(1).max(100).describe("In one line"),
    description: z.string().max(20_000).optional().describe("Why, for its reviewers; Markdown"),
    draft: z.boolean().default(false).describe("true: not ready for review yet"),
    undo: named.changeRequest.optional().describe("Number of a merged one to undo in it; later edits stay"),
    page: named.page.optional().describe("Undo on this page only"),
    issue_cluster: named.issueCluster.optional().describe("Cluster it addresses: id or label"),
  },
  async run(
    { space: spaceName, subject, description, draft, undo: undone, page, issue_cluster: namedCluster },
    context,
  ): Promise<ToolResult> {
    const { client, signal } = context;
    const space = await findSpace(spaceName, context);
    const cluster =
      namedCluster === undefined ? undefined : await findIssueCluster(namedCluster, space.organization, context);
    const link = cluster === undefined ? {} : { conversationsIssuesCluster: cluster.id };
    const others = cluster === undefined ? [] : await openFor(cluster, space.organization, context);
    if (page !== undefined && undone === undefined) throw new ToolError("`page` says where to `undo`: give that too.");
    const undo = undone === undefined ? undefined : await planUndo(undone, page, space, context);
    const created = await client.changeRequests.create({ spaceId: space.id, subject, ...link }, { signal });
    const changes = {
      ...(draft ? {} : { status: "open" as const }),
      ...(description === undefined ? {} : { description: await toDocument(description) }),
    };
    const changeRequest =
      Object.keys(changes).length === 0 ? created : await complete(created, changes, cluster, context);
    const { number, status } = changeRequest;
    const revision = undo === undefined ? changeRequest.revision : await applyUndo(undo, changeRequest, context);
    const state = status === "draft" ? "a draft" : status;
    const name = `${changeRequestName(changeRequest)} of space ${quoted(space.title)} (${space.id})`;
    const rules = await houseRules(space.organization, context);
    return {
      text: [
        `Change request ${name} is ${state}, revision ${revision}.`,
        ...webAddressNote(changeRequest),
        ...(cluster === undefined ? [] : [linkText(cluster, created, changeRequest)]),
        ...others,
        ...rules,
        ...(undo === undefined ? [] : ["Undone in it:", ...presentUndo(undo, context)]),
        `Next: ${undo === undefined ? "edit_page or write_pages" : "show_changes or edit_page"} with "change_request": "${number}".`,
      ].join("\n"),
    };
  },
});

/** House rules of up to this many tokens are included in full. */
const maxRuleTokens = 300;

/** Agents must read house rules before writing: short rules are included, longer ones only mentioned. */
async function houseRules(organizationId: string, { client, signal }: ToolContext): Promise<string[]> {
  const part = await advisory(client.agentInstructions.get({ organizationId }, { signal }));
  const text = part === undefined ? "" : await toMarkdown(part.instructions);
  if (text.trim() === "") return [];
  if (estimateTokens(text) <= maxRuleTokens) {
    return [presentHouseRules({ organization: organizationId, title: "", text }, 2 * maxRuleTokens)];
  }
  return [`Its organization has house rules for agents: show_organization with "about": "agent_instructions" first.`];
}

/** Writes the planned undo into the change request and returns its new revision. */
async function applyUndo({ changes }: Undo, created: ChangeRequest, { client, signal }: ToolContext): Promise<string> {
  const names = { spaceId: created.space, changeRequestId: created.id };
  try {
    await client.changeRequestContent.apply({ ...names, changes: [...changes] }, { signal });
    return (await client.changeRequests.get(names, { signal })).revision;
  } catch (error) {
    if (!(error instanceof ClientError)) throw error;
    throw new ToolError(
      `Change request ${changeRequestName(created)} was created, but nothing was undone in it: ${error.message}`,
    );
  }
}

const unmerged: ChangeRequest["status"][] = ["draft", "open"];

/** Open change requests for the same cluster, so that nothing is written twice. */
async function openFor(
  { id: conversationsIssuesCluster, muted }: IssueCluster,
  organizationId: string,
  { client, signal }: ToolContext,
): Promise<string[]> {
  const query = { organizationId, status: unmerged, conversationsIssuesCluster, limit: maxOthers };
  const part = await readPart(client.changeRequests.listInOrganization(query, { signal }));
  const others = "refusal" in part ? [] : part.found.items.filter(({ status }) => unmerged.includes(status));
  const names = others.map((other) => `${changeRequestName(other)} in space ${other.space}`);
  return [
    ...(names.length === 0
      ? []
      : [`Open for the same cluster: ${names.join(", ")}. Archive this one if those are enough.`]),
    ...(muted ? ["The cluster is muted."] : []),
  ];
}

/** A service that does not support the link ignores the member silently. */
function linkText(found: FoundCluster, ...responses: readonly ChangeRequest[]): string {
  const cluster = `issue cluster ${clusterName(found)} (${found.id})`;
  return responses.some(({ conversationsIssuesCluster: linkedCluster }) => linkedCluster === found.id)
    ? `It is linked to ${cluster}.`
    : `The service did not store the link to ${cluster}; name it in the description (update_change_request).`;
}

type Changes = { readonly status?: "open"; readonly description?: RichDocument };

/** Sets what cannot be set at creation. If that fails, the change request still exists as a draft. */
async function complete(
  created: ChangeRequest,
  changes: Changes,
  cluster: FoundCluster | undefined,
  { client, signal }: ToolContext,
): Promise<ChangeRequest> {
  try {
    const call = { spaceId: created.space, changeRequestId: created.id, ...changes };
    return await client.changeRequests.update(call, { signal });
  } catch (error) {
    if (!(error instanceof ClientError)) throw error;
    const link = cluster === undefined ? "" : ` ${linkText(cluster, created)}`;
    throw new ToolError(
      `Change request ${changeRequestName(created)} was created and is still a draft: ${error.message} Use it; do not create another.${link}`,
    );
  }
}
