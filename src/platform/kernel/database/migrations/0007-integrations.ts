import { type Kysely, sql } from "kysely";

const statements = [
  `create table integration (
    name text primary key,
    id text not null unique,
    organization text not null,
    version integer not null,
    title text not null,
    description text not null,
    summary text,
    visibility text not null,
    target text not null,
    runtime text not null,
    scopes text not null,
    categories text not null,
    blocks text not null,
    block_domains text not null,
    content_sources text not null,
    configurations text,
    external_links text not null,
    content_security_policy text,
    script text not null,
    endpoint text,
    secrets text not null,
    signing_secret text not null,
    tunnel_url text,
    tunnel_all integer not null default 0,
    previews integer not null default 0,
    created_at text not null,
    updated_at text not null
  )`,
  "create index integration_organization on integration (organization)",
  `create table integration_picture (
    integration text not null,
    place integer not null,
    content_type text not null,
    bytes blob not null,
    primary key (integration, place)
  )`,
  `create table installation (
    id text primary key,
    integration text not null,
    organization text not null,
    status text not null,
    space_selection text not null,
    site_selection text not null,
    configuration text not null,
    external_ids text not null,
    created_by text not null,
    created_at text not null,
    updated_at text not null,
    unique (integration, organization)
  )`,
  "create index installation_organization on installation (organization)",
  `create table content_installation (
    installation text not null,
    kind text not null,
    content text not null,
    status text not null,
    configuration text not null,
    external_ids text not null,
    created_at text not null,
    updated_at text not null,
    primary key (installation, kind, content)
  )`,
  "create index content_installation_content on content_installation (kind, content)",
  `create table integration_event (
    id text primary key,
    integration text not null,
    installation text,
    organization text not null,
    type text not null,
    payload text not null,
    status text not null,
    attempts integer not null default 0,
    logs text not null default '[]',
    created_at text not null,
    due_at text not null,
    settled_at text
  )`,
  "create index integration_event_integration on integration_event (integration)",
  "create index integration_event_waiting on integration_event (installation, status)",
  "create index integration_event_settled on integration_event (settled_at)",
];

/** Adds integrations, their installations and their events. */
export async function addIntegrations(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
