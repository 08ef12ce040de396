import type { Role } from "../../../contract/models/role.ts";
import { addMember } from "../../access/people/index.ts";
import { findActiveMember, findOrganization, getEmailDomain, normalizeEmail } from "../../access/people-rows.ts";
import { organizationsOfOwnTeams } from "../../access/teams-rows.ts";
import type { Context } from "../../kernel/context.ts";
import type { Row } from "../../kernel/database/tables.ts";
import type { Handlers } from "../../kernel/handler.ts";
import { Problem } from "../../kernel/problem.ts";
import { presentOrganization, presentToOutsider, readSettings } from "../../workspace/organizations/index.ts";
import { organizationsTaking } from "./rows.ts";

/** Joining by e-mail domain. A user's stored address is always one that they proved to own. */
export const joining: Pick<Handlers<"organizations">, "join" | "listForEmailDomain"> = {
  async join({ organizationId }, context) {
    const { queries, user, now } = context;
    const organization = await findOrganization(queries, organizationId);
    if (organization === undefined) {
      throw new Problem("not_found", `organizationId: there is no organization ${organizationId}.`);
    }
    if ((await findActiveMember(queries, organizationId, user.id)) !== undefined) return undefined;
    if (user.email === null || !takes(organization, getEmailDomain(user.email))) {
      throw new Problem(
        "bad_request",
        `organizationId: organization ${organizationId} does not accept the domain of your e-mail address. Ask its administrators for an invitation.`,
      );
    }
    const role = organization.default_role as Role | null;
    await addMember(queries, { organization: organizationId, user: user.id, role }, now);
    return undefined;
  },

  async listForEmailDomain({ emailDomain }, context) {
    const domain = asciiDomain(emailDomain);
    const { user } = context;
    // Other domains are not looked up, to reveal nothing about who accepts them.
    if (domain === undefined || user.email === null || getEmailDomain(user.email) !== domain)
      return { organizations: [] };
    const rows = (await organizationsTaking(context.queries)).filter((row) => takes(row, domain));
    return { organizations: await Promise.all(rows.map((row) => present(context, row))) };
  },
};

const asciiDomain = (domain: string): string | undefined => {
  const address = normalizeEmail(`a@${domain}`);
  return address && getEmailDomain(address);
};

const takes = (organization: Row<"organization">, domain: string): boolean =>
  (readSettings(organization).emailDomains ?? []).some((one) => asciiDomain(one) === domain);

async function present(context: Context, organization: Row<"organization">) {
  const member = await findActiveMember(context.queries, organization.id, context.user.id);
  if (member === undefined) return presentToOutsider(context, organization);
  const owned = await organizationsOfOwnTeams(context.queries, context.user.id, [organization.id]);
  return presentOrganization(context, organization, member.role as Role | null, owned.has(organization.id));
}
