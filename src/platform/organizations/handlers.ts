import type { AgentInstructions } from "../../contract/models/agent-instructions.ts";
import type { RichDocument } from "../../contract/models/document.ts";
import type { Role } from "../../contract/models/role.ts";
import {
  countOrganizations,
  findInstructions,
  firstMember,
  listOrganizations,
  putInstructions,
  updateOrganization,
} from "../access/people-rows.ts";
import { organizationFor } from "../access/scope.ts";
import { organizationsOfOwnTeams } from "../access/teams-rows.ts";
import { storableDocument } from "../content/documents.ts";
import type { Context } from "../kernel/context.ts";
import type { Handlers } from "../kernel/handler.ts";
import { answerList, readPaging } from "../kernel/paging.ts";
import { requireStorableRules } from "../reviews/index.ts";
import { requireOwnSite } from "./default-site.ts";
import { presentOrganization, readSettings } from "./view.ts";

export const organizations: Handlers<"organizations"> = {
  async list(input, context) {
    const request = readPaging("organizations.list", [context.user.id], input);
    const rows = await listOrganizations(context.queries, context.user.id, request.after, request.limit + 1);
    const count = await countOrganizations(context.queries, context.user.id);
    const ids = rows.map(({ id }) => id);
    const ownTeams = await organizationsOfOwnTeams(context.queries, context.user.id, ids);
    const items = rows.map((row) => presentOrganization(context, row, row.role as Role | null, ownTeams.has(row.id)));
    return answerList(request, rows, count, (row) => [row.title, row.id], items);
  },

  async get({ organizationId }, context) {
    const { organization, role } = await organizationFor(context, organizationId, "enter");
    const ownTeams = await organizationsOfOwnTeams(context.queries, context.user.id, [organizationId]);
    return presentOrganization(context, organization, role, ownTeams.has(organizationId));
  },

  async update({ organizationId, title, defaultRole, mergeRules, ...settings }, context) {
    const { organization, role } = await organizationFor(context, organizationId, "admin");
    await requireStorableRules(context, organizationId, mergeRules);
    await requireOwnSite(context, organizationId, settings.defaultContent);
    const change = {
      ...(title === undefined ? {} : { title }),
      ...(defaultRole === undefined ? {} : { default_role: defaultRole }),
      ...(mergeRules === undefined ? {} : { merge_rules: JSON.stringify(mergeRules) }),
      ...(Object.keys(settings).length === 0
        ? {}
        : { settings: JSON.stringify({ ...readSettings(organization), ...settings }) }),
    };
    if (Object.keys(change).length > 0) await updateOrganization(context.queries, organizationId, change);
    const ownTeams = await organizationsOfOwnTeams(context.queries, context.user.id, [organizationId]);
    return presentOrganization(context, { ...organization, ...change }, role, ownTeams.has(organizationId));
  },
};

const none: RichDocument = { object: "document", data: { schemaVersion: 1 }, nodes: [] };

export const agentInstructions: Handlers<"agentInstructions"> = {
  async get({ organizationId }, context) {
    const { organization } = await organizationFor(context, organizationId, "view");
    const row = await findInstructions(context.queries, organizationId);
    if (row !== undefined) {
      return present(context, organizationId, JSON.parse(row.instructions), row.updated_at, row.updated_by);
    }
    const founder = await firstMember(context.queries, organizationId);
    return present(context, organizationId, none, organization.created_at, founder?.user ?? "");
  },

  async update({ organizationId, instructions }, context) {
    await organizationFor(context, organizationId, "admin");
    await putInstructions(context.queries, {
      organization: organizationId,
      instructions: await storableDocument(instructions, "instructions"),
      updated_at: context.now,
      updated_by: context.user.id,
    });
    return present(context, organizationId, instructions, context.now, context.user.id);
  },
};

function present(
  { origin }: Context,
  organization: string,
  instructions: RichDocument,
  updatedAt: string,
  updatedBy: string,
): AgentInstructions {
  return {
    object: "agent-instructions",
    instructions,
    updatedAt,
    updatedBy,
    urls: { location: `${origin}/v1/orgs/${organization}/agent-instructions` },
  };
}
