import { type Kysely, sql } from "kysely";

const statements = [
  `create table sign_in_link (
    hash text primary key,
    user text not null,
    purpose text not null,
    return_to text,
    created_at text not null,
    expires_at text not null
  )`,
  "create index sign_in_link_user on sign_in_link (user)",
  `create table sign_in_request (
    id text primary key,
    provider text not null,
    browser text not null,
    nonce text,
    verifier text,
    return_to text,
    answer text,
    created_at text not null,
    expires_at text not null
  )`,
  "create index sign_in_request_expiry on sign_in_request (expires_at)",
  `create table identity (
    issuer text not null,
    subject text not null,
    user text not null,
    confirmed integer not null default 0,
    created_at text not null,
    primary key (issuer, subject)
  )`,
  "create index identity_user on identity (user)",
  `create table saml_provider (
    id text primary key,
    organization text not null,
    label text not null,
    entity_id text not null,
    certificate text not null,
    sso_url text not null,
    default_team text,
    default_role text,
    created_at text not null
  )`,
  "create index saml_provider_organization on saml_provider (organization, created_at, id)",
];

/** Adds ways to sign in: one-time links, pending sign-ins at a provider, provider identities, SAML providers. */
export async function addSignIn(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
