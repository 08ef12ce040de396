import type { AgentInstructions } from "../../../contract/models/agent-instructions.ts";
import type { RichDocument } from "../../../contract/models/document.ts";
import type { Role } from "../../../contract/models/role.ts";
import {
  countOrganizations,
  findActiveMember,
  findInstructions,
  findLocalOrganization,
  findOrganization,
  firstMember,
  insertFurtherOrganization,
  insertMember,
  listOrganizations,
  putInstructions,
  updateOrganization,
} from "../../access/people-rows.ts";
import { may } from "../../access/roles.ts";
import { organizationFor } from "../../access/scope.ts";
import { organizationsOfOwnTeams } from "../../access/teams-rows.ts";
import { storableDocument } from "../../content/documents.ts";
import type { Context } from "../../kernel/context.ts";
import { createId } from "../../kernel/database/ids.ts";
import type { Handlers } from "../../kernel/handler.ts";
import { readPaging, toListResponse } from "../../kernel/paging.ts";
import { Problem } from "../../kernel/problem.ts";
import { requireStorableRules } from "../../review/reviews/index.ts";
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
    return toListResponse(request, rows, count, (row) => [row.title, row.id], items);
  },

  async create({ title, ...settings }, context) {
    await requireLocalAdministrator(context);
    const { queries, user, now } = context;
    const id = createId();
    await insertFurtherOrganization(queries, {
      id,
      title,
      default_role: null,
      settings: JSON.stringify(settings),
      created_at: now,
    });
    await insertMember(queries, { organization: id, user: user.id, role: "admin", joined_at: now });
    const organization = await findOrganization(queries, id);
    if (organization === undefined) throw new Error(`Organization ${id} was not stored`);
    return presentOrganization(context, organization, "admin", false);
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

/** Throws `forbidden` unless the caller administers the organization that the installation was made with. */
async function requireLocalAdministrator({ queries, user }: Context): Promise<void> {
  const local = await findLocalOrganization(queries);
  const member = local && (await findActiveMember(queries, local.id, user.id));
  if (may((member?.role ?? null) as Role | null, "admin")) return;
  throw new Problem(
    "forbidden",
    "Creating an organization requires an administrator of the organization that this installation was created with. Ask one of them.",
  );
}

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
