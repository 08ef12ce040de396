import { sql } from "kysely";
import { hashSecret } from "../../kernel/bytes.ts";
import { getEngineWords } from "../../kernel/database/engine/engine.ts";
import { createId, randomText } from "../../kernel/database/ids.ts";
import { selectPage } from "../../kernel/database/row-order.ts";
import type { Queries, Row, Timestamp } from "../../kernel/database/tables.ts";
import { openColumn, type Sealed, sealColumn } from "../../kernel/secrets/sealed-columns.ts";

/** How long an invitation to an address can be accepted, in milliseconds. */
const invitationLength = 7 * 24 * 60 * 60 * 1000;

export interface InviteLink extends Omit<Row<"invite_link">, "id"> {
  /** The secret that admits its holder. */
  readonly id: string;
}

export async function insertInviteLink(queries: Queries, link: Omit<InviteLink, "hash" | "id">): Promise<InviteLink> {
  const id = randomText(43);
  const hash = hashSecret(id);
  const sealed = sealColumn(queries, "invite_link.id", { hash }, id);
  await queries
    .insertInto("invite_link")
    .values({ ...link, hash, id: sealed })
    .execute();
  return { ...link, id, hash };
}

/** Looks up the hash, so that timing reveals nothing about the secret. */
export async function findInviteLink(queries: Queries, secret: string): Promise<InviteLink | undefined> {
  const row = await queries
    .selectFrom("invite_link")
    .selectAll()
    .where("hash", "=", hashSecret(secret))
    .executeTakeFirst();
  return row && { ...row, id: secret };
}

export async function updateInviteLink(
  queries: Queries,
  { hash }: Pick<Row<"invite_link">, "hash">,
  change: Partial<Pick<Row<"invite_link">, "role" | "level">>,
): Promise<void> {
  await queries.updateTable("invite_link").set(change).where("hash", "=", hash).execute();
}

export async function deleteInviteLink(queries: Queries, { hash }: Pick<Row<"invite_link">, "hash">): Promise<void> {
  await queries.deleteFrom("invite_link").where("hash", "=", hash).execute();
}

/** For a space that is permanently removed. */
export async function removeInviteLinksTo(queries: Queries, space: string): Promise<void> {
  await queries.deleteFrom("invite_link").where("space", "=", space).execute();
}

export async function countInviteLinks(queries: Queries, organization: string): Promise<number> {
  const { count } = await queries
    .selectFrom("invite_link")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("organization", "=", organization)
    .executeTakeFirstOrThrow();
  return count;
}

interface NewEmailInvite
  extends Pick<Row<"email_invite">, "organization" | "email" | "role" | "created_by" | "created_at" | "delivery"> {
  readonly sso: boolean;
  readonly proven: boolean;
}

/** Creates an invitation without a secret. Replaces one to the same address, whose secret stops working. */
export async function putEmailInvite(
  queries: Queries,
  { sso, proven, ...invite }: NewEmailInvite,
): Promise<Row<"email_invite">> {
  const { organization, email } = invite;
  await queries
    .deleteFrom("email_invite")
    .where("organization", "=", organization)
    .where((row) => row.or([row("email", "=", email), row("expires_at", "<=", invite.created_at)]))
    .execute();
  const expires_at = new Date(Date.parse(invite.created_at) + invitationLength).toISOString();
  const flags = { sso: sso ? 1 : 0, proven: proven ? 1 : 0 };
  const row = { ...invite, ...flags, id: createId(), hash: null, failure: null, expires_at };
  await queries.insertInto("email_invite").values(row).execute();
  return row;
}

/** Gives an invitation a new secret, which is not stored. The previous one stops working. */
export async function renewSecret(queries: Queries, id: string): Promise<string> {
  const secret = randomText(43);
  await queries
    .updateTable("email_invite")
    .set({ hash: hashSecret(secret) })
    .where("id", "=", id)
    .execute();
  return secret;
}

export async function updateEmailInvite(
  queries: Queries,
  id: string,
  change: Partial<Pick<Row<"email_invite">, "role" | "delivery" | "failure">>,
): Promise<void> {
  await queries.updateTable("email_invite").set(change).where("id", "=", id).execute();
}

/** Finds an unexpired invitation by its secret. */
export function findBySecret(queries: Queries, secret: string, now: string): Promise<Row<"email_invite"> | undefined> {
  return queries
    .selectFrom("email_invite")
    .selectAll()
    .where("hash", "=", hashSecret(secret))
    .where("expires_at", ">", now)
    .executeTakeFirst();
}

/** Finds an unexpired invitation by its id in lists. */
export function findEmailInvite(queries: Queries, id: string, now: string): Promise<Row<"email_invite"> | undefined> {
  return queries
    .selectFrom("email_invite")
    .selectAll()
    .where("id", "=", id)
    .where("expires_at", ">", now)
    .executeTakeFirst();
}

/** Unexpired invitations to an address, oldest first. */
export function listByAddress(queries: Queries, email: string, now: string): Promise<Row<"email_invite">[]> {
  return queries
    .selectFrom("email_invite")
    .selectAll()
    .where("email", "=", email)
    .where("expires_at", ">", now)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** Returns whether it existed: of two concurrent acceptances, only one succeeds. */
export async function deleteEmailInvite(queries: Queries, id: string): Promise<boolean> {
  const { numDeletedRows } = await queries.deleteFrom("email_invite").where("id", "=", id).executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function countEmailInvites(queries: Queries, organization: string, now: string): Promise<number> {
  const { count } = await queries
    .selectFrom("email_invite")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("organization", "=", organization)
    .where("expires_at", ">", now)
    .executeTakeFirstOrThrow();
  return count;
}

/** An invite link or, if it has an address, an invitation. */
type ListedInvite = Pick<InviteLink, "id" | "role" | "created_at"> & {
  /** Orders invites created at the same time, without revealing the secret of a link. */
  readonly key: string;
  readonly email: string | null;
  readonly expires_at: string | null;
  readonly delivery: string | null;
  readonly failure: string | null;
};

/** Invites to an organization as a whole, oldest first, after `(createdAt, key)`. */
export async function listInvites(
  queries: Queries,
  filter: InviteFilter,
  after: readonly [createdAt: string, key: string] | undefined,
  limit: number,
): Promise<ListedInvite[]> {
  const rows = await selectPage(matching(queries, filter).selectAll(), {
    by: ["created_at", "key"],
    order: "asc",
    after,
    limit,
  }).execute();
  return rows.map(({ link, ...row }) => ({
    ...row,
    id: link === null ? row.key : openColumn(queries, "invite_link.id", { hash: row.key, id: link }),
  }));
}

export async function countInvites(queries: Queries, filter: InviteFilter): Promise<number> {
  const { count } = await matching(queries, filter)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

interface InviteFilter {
  readonly organization: string;
  readonly now: string;
}

function matching(queries: Queries, { organization, now }: InviteFilter) {
  const links = queries
    .selectFrom("invite_link")
    .select(({ val }) => [
      "hash as key",
      sql<Sealed | null>`id`.as("link"),
      "role",
      "created_at",
      val<string | null>(null).as("email"),
      val<string | null>(null).as("expires_at"),
      val<string | null>(null).as("delivery"),
      val<string | null>(null).as("failure"),
    ])
    .where("organization", "=", organization)
    .where("space", "is", null)
    .where("collection", "is", null);
  const invitations = queries
    .selectFrom("email_invite")
    .select(({ val }) => [
      "id as key",
      val<Sealed | null>(null).as("link"),
      "role",
      "created_at",
      "email",
      "expires_at",
      "delivery",
      "failure",
    ])
    .where("organization", "=", organization)
    .where("expires_at", ">", now);
  return queries.selectFrom(links.unionAll(invitations).as("invite"));
}

interface InviteLinkTable {
  /** SHA-256 of the id, hexadecimal. */
  hash: string;
  /** The secret that admits its holder. Stored, because the API shows it again. */
  id: Sealed;
  organization: string;
  /** Role in the organization, for a link to the whole organization; null for guests. */
  role: string | null;
  /** Role in the space or collection, for a link to one. */
  level: string | null;
  space: string | null;
  collection: string | null;
  created_by: string;
  created_at: Timestamp;
}

interface EmailInviteTable {
  /** Its id in lists; does not admit anyone. */
  id: string;
  /** SHA-256 of the secret in the invitation's address, hexadecimal; null until there is one. */
  hash: string | null;
  organization: string;
  /** As `normalizeEmail` returns it. */
  email: string;
  role: string | null;
  sso: number;
  /** 1 if only the address's owner and the operator know the secret. */
  proven: number;
  /** `waiting`, `sent`, `failed`, or `shown` to the inviter. */
  delivery: string;
  /** Why it could not be sent. */
  failure: string | null;
  created_by: string;
  created_at: Timestamp;
  expires_at: Timestamp;
}

declare module "../../kernel/database/tables.ts" {
  interface Tables {
    invite_link: InviteLinkTable;
    email_invite: EmailInviteTable;
  }
}

/** Organizations that accept any e-mail domain, by title then id. */
export function organizationsTaking(queries: Queries): Promise<Row<"organization">[]> {
  return queries
    .selectFrom("organization")
    .selectAll()
    .where(sql<boolean>`${getEngineWords(queries).membersIn("settings", "emailDomains")} > 0`)
    .orderBy("title")
    .orderBy("id")
    .execute();
}
