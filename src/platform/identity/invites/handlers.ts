import type { Invite, Invitee } from "../../../contract/models/people.ts";
import type { Role } from "../../../contract/models/role.ts";
import { collectionFor, organizationFor, spaceFor } from "../../access/scope.ts";
import type { Context } from "../../kernel/context.ts";
import type { Row } from "../../kernel/database/tables.ts";
import { CreatedResult, type Handlers } from "../../kernel/handler.ts";
import { readPaging, toListResponse } from "../../kernel/paging.ts";
import { Problem } from "../../kernel/problem.ts";
import { acceptInvite, requireLinks } from "./accept.ts";
import { invitationAddress, inviteByEmail, requireAddress } from "./invite-by-email.ts";
import {
  countInviteLinks,
  countInvites,
  deleteEmailInvite,
  deleteInviteLink,
  findEmailInvite,
  findInviteLink,
  type InviteLink,
  insertInviteLink,
  listInvites,
  updateEmailInvite,
  updateInviteLink,
} from "./rows.ts";
import { presentCollectionInvite, presentOrganizationInvite, presentSpaceInvite } from "./view.ts";

/** The most addresses in one request. */
const maxInvitees = 100;

/** The most invite links of one organization. */
const maxLinks = 1000;

export const invites: Handlers<"invites"> = {
  async inviteUsers({ organizationId, emails, role, sso = false }, context) {
    await organizationFor(context, organizationId, "admin");
    const invitees = readInvitees(emails, role);
    const invitations = [];
    for (const [email, role] of invitees) {
      const inviting = { organization: organizationId, email, role, sso, by: context.user.id };
      invitations.push(await invite(context, inviting));
    }
    const invited = invitations.filter(({ outcome }) => outcome === "invited").length;
    return { users: [], invited, invitations };
  },

  async join({ organizationId, inviteId }, context) {
    const accepting = { secret: inviteId, user: context.user.id, organization: organizationId };
    await acceptInvite(context.queries, accepting, context.now);
    return {};
  },

  async list({ organizationId, ...paging }, context) {
    const { role } = await organizationFor(context, organizationId, "admin");
    const request = readPaging("invites.list", [organizationId], paging);
    const filter = { organization: organizationId, now: context.now };
    const rows = await listInvites(context.queries, filter, request.after, request.limit + 1);
    const count = await countInvites(context.queries, filter);
    const items = rows.map((row) => presentOrganizationInvite(row, role));
    return toListResponse(request, rows, count, (row) => [row.created_at, row.key], items);
  },

  async create({ organizationId, role, level, space, collection }, context) {
    const subject = readSubject({ role, level, space, collection });
    const scope = await inviteScope(context, organizationId, subject);
    await requireLinks(context.queries, organizationId, "conflict");
    if ((await countInviteLinks(context.queries, organizationId)) >= maxLinks) {
      throw new Problem(
        "conflict",
        `The organization has ${maxLinks} invite links. Delete one that is no longer needed.`,
      );
    }
    const link = await insertInviteLink(context.queries, {
      organization: organizationId,
      role: role ?? null,
      level: level ?? null,
      space: space ?? null,
      collection: collection ?? null,
      created_by: context.user.id,
      created_at: context.now,
    });
    const location = `${context.origin}/v1/orgs/${organizationId}/link-invites/${link.id}`;
    return new CreatedResult(await scope.present(link), location);
  },

  async update({ organizationId, inviteId, role, level }, context) {
    const { email, link, scope } = await inviteFor(context, organizationId, inviteId);
    const isWhole = link === undefined || (link.space === null && link.collection === null);
    const [wrong, right] = isWhole ? (["level", "role"] as const) : (["role", "level"] as const);
    if ({ role, level }[wrong] !== undefined) {
      throw new Problem(
        "bad_request",
        `${wrong}: this invite is to ${isWhole ? "the organization as a whole" : "a space or collection"}. Give "${right}" instead.`,
      );
    }
    if (email !== undefined) {
      if (role !== undefined) await updateEmailInvite(context.queries, email.id, { role });
      return presentOrganizationInvite(role === undefined ? email : { ...email, role }, scope.role);
    }
    const change = { ...(role === undefined ? {} : { role }), ...(level === undefined ? {} : { level }) };
    if (Object.keys(change).length > 0) await updateInviteLink(context.queries, link, change);
    return scope.present({ ...link, ...change });
  },

  async remove({ organizationId, inviteId }, context) {
    await organizationFor(context, organizationId, "enter");
    const link = await findInviteLink(context.queries, inviteId);
    if (link?.organization !== organizationId) {
      await organizationFor(context, organizationId, "admin");
      const email = await findEmailInvite(context.queries, inviteId, context.now);
      if (email?.organization !== organizationId) return { deleted: false };
      return { deleted: await deleteEmailInvite(context.queries, email.id) };
    }
    await requireOwnLink(context, organizationId, link);
    await deleteInviteLink(context.queries, link);
    return { deleted: true };
  },
};

/** Normalized addresses with their roles. */
function readInvitees(
  emails: readonly Invitee[],
  defaultRole: Role | null | undefined,
): Map<string, Role | null | undefined> {
  if (emails.length === 0) {
    throw new Problem("bad_request", "emails: is empty. Give at least one address.");
  }
  if (emails.length > maxInvitees) {
    throw new Problem("bad_request", `emails: at most ${maxInvitees} fit in one request. Send several.`);
  }
  const roles = new Map<string, Role | null | undefined>();
  for (const [index, invitee] of emails.entries()) {
    const entry = typeof invitee === "string" ? { email: invitee, role: defaultRole } : invitee;
    const address = requireAddress(`emails[${index}]`, entry.email);
    const known = roles.get(address);
    if (roles.has(address) && known !== entry.role) {
      throw new Problem("bad_request", `emails[${index}]: this address is given twice, with two roles. Give it once.`);
    }
    roles.set(address, entry.role);
  }
  return roles;
}

type Inviting = Omit<Parameters<typeof inviteByEmail>[1], "secretFor">;

async function invite(context: Context, inviting: Inviting) {
  const { queries, now, mail, publicUrl, origin } = context;
  const secretFor = mail === undefined ? "inviter" : "mail";
  const invited = await inviteByEmail(queries, { ...inviting, secretFor }, now);
  const { email } = inviting;
  if (invited === undefined) return { email, outcome: "member" as const };
  const { invite, secret } = invited;
  if (secret === undefined) {
    const memberOf = inviting.organization;
    await context.enqueue({ kind: "invitation-mail", input: { invite: invite.id }, memberOf });
  }
  return {
    email,
    outcome: "invited" as const,
    id: invite.id,
    expiresAt: invite.expires_at,
    ...(secret === undefined ? {} : { url: invitationAddress(publicUrl ?? origin, secret) }),
  };
}

interface Subject {
  readonly space?: string | undefined;
  readonly collection?: string | undefined;
}

interface LinkInput extends Subject {
  readonly role?: Role | null | undefined;
  readonly level?: Role | null | undefined;
}

/** The subject of a link, read from fields that belong together. */
function readSubject({ role, level, space, collection }: LinkInput): Subject {
  const problem = (message: string) => new Problem("bad_request", message);
  if (space !== undefined && collection !== undefined) {
    throw problem("space, collection: a link gives access to only one of them. Leave one out.");
  }
  if (space === undefined && collection === undefined) {
    if (level !== undefined) throw problem('level: requires "space" or "collection". Give one of them, or "role".');
    if (role === undefined) throw problem("role: is missing. Give a role in the organization, or null for guests.");
    return {};
  }
  if (role !== undefined) throw problem('role: a link to a space or collection takes "level" instead.');
  if (level === undefined) throw problem("level: is missing. Give a role there, or null for none.");
  return { space, collection };
}

interface InviteScope {
  /** The caller's role in what the link gives access to. */
  readonly role: Role | null;
  present(link: InviteLink): Promise<Invite>;
}

/** What the caller may invite to: anything for the organization's administrators, otherwise what they administer. */
async function inviteScope(
  context: Context,
  organization: string,
  { space, collection }: Subject,
): Promise<InviteScope> {
  if (space !== undefined) {
    await organizationFor(context, organization, "enter");
    const scope = await spaceFor(context, space, "admin");
    requireWithin("space", space, organization, scope.space);
    return { role: scope.role, present: (link) => presentSpaceInvite(context, link, scope) };
  }
  if (collection !== undefined) {
    await organizationFor(context, organization, "enter");
    const scope = await collectionFor(context, collection, "admin");
    requireWithin("collection", collection, organization, scope.collection);
    return { role: scope.role, present: (link) => presentCollectionInvite(context, link, scope) };
  }
  const { role } = await organizationFor(context, organization, "admin");
  return { role, present: async (link) => presentOrganizationInvite(link, role) };
}

function requireWithin(
  field: string,
  id: string,
  organization: string,
  within: { readonly organization: string },
): void {
  if (within.organization === organization) return;
  throw new Problem("not_found", `${field}: organization ${organization} has no ${field} ${id}.`);
}

const requireOwnLink = (context: Context, organization: string, link: InviteLink) =>
  inviteScope(context, organization, { space: link.space ?? undefined, collection: link.collection ?? undefined });

type InviteFor =
  | { readonly email: Row<"email_invite">; readonly link?: undefined; readonly scope: InviteScope }
  | { readonly email?: undefined; readonly link: InviteLink; readonly scope: InviteScope };

/** An invite that the caller may change. */
async function inviteFor(context: Context, organization: string, id: string): Promise<InviteFor> {
  await organizationFor(context, organization, "enter");
  const link = await findInviteLink(context.queries, id);
  if (link?.organization === organization) return { link, scope: await requireOwnLink(context, organization, link) };
  const scope = await inviteScope(context, organization, {});
  const email = await findEmailInvite(context.queries, id, context.now);
  if (email?.organization === organization) return { email, scope };
  throw new Problem(
    "not_found",
    `inviteId: the organization has no invite ${id}. listOrganizationInviteLinks shows those there are.`,
  );
}
