import { type Kysely, sql } from "kysely";

const statements = [
  `create table site (
    id text primary key,
    organization text not null,
    type text not null,
    title text not null,
    basename text not null unique,
    hostname text unique,
    proxy text unique,
    visibility text not null,
    published integer not null default 0,
    adaptive_content integer,
    agents_context text not null,
    default_section text,
    default_site_space text,
    customization text,
    adaptive_schema text,
    adaptive_schema_at text,
    auth_backend text not null,
    auth_fallback_url text,
    auth_logout_url text,
    auth_key text not null,
    version integer not null default 1,
    created_at text not null,
    updated_at text not null
  )`,
  "create index site_organization on site (organization)",
  `create table site_section (
    id text primary key,
    site text not null,
    section_group text,
    title text not null,
    localized_title text,
    description text,
    localized_description text,
    path text not null,
    icon text,
    condition text,
    draft integer not null,
    default_site_space text,
    position integer not null
  )`,
  "create index site_section_site on site_section (site, position)",
  `create table site_section_group (
    id text primary key,
    site text not null,
    section_group text,
    title text not null,
    icon text,
    position integer not null
  )`,
  "create index site_section_group_site on site_section_group (site, position)",
  `create table site_space (
    id text primary key,
    site text not null,
    section text,
    space text not null,
    path text not null,
    title text,
    condition text,
    page text,
    draft integer not null,
    hidden integer not null,
    customization text,
    position integer not null,
    unique (site, space)
  )`,
  "create index site_space_site on site_space (site, position)",
  "create index site_space_space on site_space (space)",
  `create table site_redirect (
    id text primary key,
    site text not null,
    source text not null,
    source_key text not null,
    draft integer not null,
    capture_wildcard integer not null,
    permanent integer not null,
    destination text not null,
    created_at text not null,
    updated_at text,
    unique (site, draft, source_key)
  )`,
  `create table site_share_link (
    id text primary key,
    site text not null,
    key text not null unique,
    name text not null,
    active integer not null,
    created_at text not null
  )`,
  "create index site_share_link_site on site_share_link (site)",
];

/** Adds published sites: structure, customization, redirects, share links and visitor sign-in. */
export async function addSites(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
