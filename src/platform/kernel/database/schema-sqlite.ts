import { type Kysely, sql } from "kysely";

/*
 * The first schema of the embedded platform on SQLite, grouped by the feature that owns each table. The columns are
 * described with the row types of each feature. Timestamps are ISO 8601 in UTC, booleans are 0 and 1, and there are
 * no foreign keys: content is shared by address and never removed, and `purgeSpace` removes what belongs to a space.
 */

const kernel = [
  `create table setting (
    name text primary key,
    value text not null
  )`,
  `create table job (
    id text primary key,
    kind text not null,
    lane text,
    ordered_at text not null,
    input text not null,
    state text not null,
    due_at text not null,
    attempts_left integer not null,
    lease_owner text,
    lease_until text,
    cancel_requested integer not null,
    done integer not null,
    total integer,
    message text not null,
    result text,
    error text,
    origin text not null,
    created_by text not null,
    created_at text not null,
    started_at text,
    ended_at text,
    updated_at text not null,
    failures integer not null default 0,
    crashes integer not null default 0,
    deaths integer not null default 0,
    furthest integer not null default 0
  )`,
  "create index job_state on job (state, due_at)",
  "create index job_lane on job (lane, state, ordered_at)",
  `create table spending (
    what text not null,
    day text not null,
    amount integer not null,
    primary key (what, day)
  )`,
  `create table used_confirmation (
    nonce text primary key,
    expires_at text not null
  )`,
];

const access = [
  `create table organization (
    id text primary key,
    title text not null,
    default_role text,
    created_at text not null,
    merge_rules text not null default '{"type":"none"}',
    settings text not null default '{}'
  )`,
  `create table user (
    id text primary key,
    display_name text not null,
    email text unique,
    created_at text not null
  )`,
  `create table member (
    organization text not null,
    user text not null,
    role text,
    joined_at text not null,
    last_seen_at text,
    disabled integer not null default 0,
    sso integer not null default 0,
    primary key (organization, user)
  )`,
  "create index member_user on member (user)",
  `create table token (
    id text primary key,
    hash text not null unique,
    user text not null,
    name text not null,
    created_at text not null,
    expires_at text,
    revoked_at text
  )`,
  `create table agent_instructions (
    organization text primary key,
    instructions text not null,
    updated_at text not null,
    updated_by text not null
  )`,
  `create table collection (
    id text primary key,
    organization text not null,
    parent text,
    position bigint not null,
    title text not null,
    description text,
    default_level text,
    level text,
    created_at text not null,
    updated_at text not null
  )`,
  "create index collection_place on collection (organization, position, id)",
  "create index collection_parent on collection (parent, position, id)",
  `create table space (
    id text primary key,
    organization text not null,
    parent text,
    title text not null,
    emoji text not null,
    visibility text not null,
    edit_mode text not null,
    default_level text,
    language text,
    merge_rules text not null,
    revision text not null,
    last_number integer not null default 0,
    created_at text not null,
    updated_at text not null,
    deleted_at text,
    position bigint not null default 0,
    level text
  )`,
  "create index space_place on space (organization, position, id)",
  "create index space_parent on space (parent, position, id)",
  `create table change_request (
    id text primary key,
    space text not null,
    number integer not null,
    status text not null,
    subject text not null,
    description text,
    revision text not null,
    revision_initial text not null,
    revision_merged_ancestor text,
    revision_merged text,
    issues_cluster text,
    created_by text not null,
    created_at text not null,
    updated_at text not null,
    merged_by text,
    merged_at text,
    unique (space, number)
  )`,
  "create index change_request_cluster on change_request (issues_cluster, created_at, id)",
  // The row id ends every index, so these indexes also give creation order.
  "create index change_request_status on change_request (space, status)",
  "create index change_request_space on change_request (space)",
  `create table contributor (
    change_request text not null,
    user text not null,
    count integer not null default 1,
    updated_at text not null default '',
    primary key (change_request, user)
  )`,
  "create index contributor_user on contributor (user)",
  `create table team (
    id text primary key,
    organization text not null,
    title text not null,
    created_at text not null
  )`,
  "create index team_organization on team (organization, title, id)",
  `create table team_member (
    team text not null,
    user text not null,
    role text not null default 'member',
    joined_at text not null,
    primary key (team, user)
  )`,
  "create index team_member_user on team_member (user)",
  `create table user_grant (
    space text not null,
    user text not null,
    role text,
    granted_at text not null,
    primary key (space, user)
  )`,
  "create index user_grant_user on user_grant (user)",
  `create table team_grant (
    space text not null,
    team text not null,
    role text,
    granted_at text not null,
    primary key (space, team)
  )`,
  "create index team_grant_team on team_grant (team)",
];

const content = [
  `create table revision (
    id text primary key,
    space text not null,
    root text not null,
    parents text not null,
    type text not null,
    merged_from text,
    created_at text not null,
    created_by text not null,
    git text,
    source_revision text
  )`,
  `create table node (
    address text primary key,
    data text not null
  )`,
  `create table blob (
    address text primary key,
    data blob not null
  )`,
];

const comments = [
  // A place is a space or a change request, whose ids never coincide.
  `create table comment (
    id text primary key,
    place text not null,
    number integer not null,
    page text,
    node text,
    cell_record text,
    cell_definition text,
    lost_revision text,
    review text,
    author text not null,
    posted_at text not null,
    edited_at text,
    status text not null,
    resolved_at text,
    resolved_by text,
    body text not null,
    unique (place, number)
  )`,
  "create index comment_status on comment (place, status, number)",
  "create index comment_page on comment (place, page, number)",
  "create index comment_page_status on comment (place, page, status, number)",
  "create index comment_author on comment (place, author, number)",
  `create table comment_reply (
    id text primary key,
    comment text not null,
    number integer not null,
    author text not null,
    posted_at text not null,
    edited_at text,
    body text not null,
    unique (comment, number)
  )`,
  `create table comment_reaction (
    post text not null,
    emoji text not null,
    user text not null,
    reacted_at text not null,
    primary key (post, emoji, user)
  )`,
  `create table comment_place (
    place text primary key,
    revision text not null,
    last_number integer not null
  )`,
  `create table comment_tally (
    place text not null,
    page text not null,
    open integer not null,
    resolved integer not null,
    primary key (place, page)
  )`,
  `create table commenter (
    place text not null,
    user text not null,
    posts integer not null,
    primary key (place, user)
  )`,
];

const reviews = [
  `create table review (
    id text primary key,
    change_request text not null,
    reviewer text not null,
    requested_by text,
    revision text not null,
    status text not null,
    outdated integer not null,
    comment text,
    created_at text not null,
    updated_at text not null
  )`,
  "create index review_change_request on review (change_request, created_at, id)",
  `create table requested_reviewer (
    change_request text not null,
    user text not null,
    requested_by text not null,
    revision text not null,
    created_at text not null,
    primary key (change_request, user)
  )`,
  "create index requested_reviewer_user on requested_reviewer (user)",
];

const search = [
  `create table section (
    id integer primary key,
    space text not null,
    page text not null,
    position integer not null,
    anchor text not null,
    title text not null,
    page_title text not null,
    body text not null,
    page_path text not null default ''
  )`,
  "create index section_page on section (space, page)",
  // autoincrement: the number of a removed space is never reused, because sections of the new space would get its ids.
  `create table section_space (
    number integer primary key autoincrement,
    space text not null unique
  )`,
  // Terms arrive analysed, so the tokenizer only splits at spaces: besides letters and digits, terms contain "." and
  // "~".
  `create virtual table section_text using fts5(
    title, page, salient, body,
    content='', contentless_delete=1, tokenize="ascii tokenchars '.~'"
  )`,
  `create table search_word (
    word text primary key,
    length integer not null,
    backward text not null
  )`,
  "create index search_word_beginning on search_word (length, word)",
  "create index search_word_end on search_word (length, backward)",
  `create table question_allowance (
    user text primary key,
    whole_at text not null
  )`,
];

const openapi = [
  `create table openapi_spec (
    id text primary key,
    organization text not null,
    slug text not null,
    source_url text,
    visibility text not null,
    public_key text not null,
    version text,
    job text not null,
    processed_at text,
    error_code text,
    errors text not null,
    error_count integer not null,
    etag text,
    last_modified text,
    created_by text not null,
    created_at text not null,
    updated_at text not null
  )`,
  "create unique index openapi_spec_slug on openapi_spec (organization, slug)",
  "create unique index openapi_spec_public on openapi_spec (public_key)",
  `create table openapi_given (
    spec text primary key,
    text blob not null
  )`,
  `create table openapi_version (
    id text primary key,
    spec text not null,
    number integer not null,
    digest text not null,
    title text not null,
    changes text,
    created_at text not null
  )`,
  "create unique index openapi_version_number on openapi_version (spec, number)",
  `create table openapi_file (
    version text not null,
    position integer not null,
    path text not null,
    format text not null,
    text blob not null,
    content blob,
    primary key (version, position)
  )`,
];

const computed = [
  `create table computed_page (
    place text not null,
    page text not null,
    space text not null,
    spec text not null,
    job text not null,
    primary key (place, page)
  )`,
  "create index computed_page_spec on computed_page (spec, space)",
  "create index computed_page_space on computed_page (space)",
];

const git = [
  `create table git_blob (
    oid text primary key,
    content text not null,
    reading text,
    used_at text not null
  )`,
  "create index git_blob_used on git_blob (used_at)",
  `create table git_sync (
    space text primary key,
    url text not null,
    ref text not null,
    directory text not null,
    provider text,
    tree_url text,
    files_url text,
    root text,
    "commit" text,
    exported integer not null,
    summary text,
    caused_at text,
    updated_at text not null,
    planned text
  )`,
];

const translations = [
  `create table glossary_entry (
    id text primary key,
    organization text not null,
    translations text not null,
    created_at text not null,
    updated_at text not null
  )`,
  "create index glossary_entry_organization on glossary_entry (organization, created_at, id)",
  `create table glossary_term (
    entry text not null,
    organization text not null,
    language text not null,
    sort_key text not null,
    primary key (entry, language)
  )`,
  "create index glossary_term_order on glossary_term (organization, language, sort_key, entry)",
  `create table translation (
    id text primary key,
    organization text not null,
    source_space text not null,
    source_language text not null,
    language text not null,
    instructions text not null,
    target_space text,
    change_request text,
    revision text,
    source_root text,
    base_root text,
    taken_source_root text,
    taken_base_root text,
    terms text,
    run_root text,
    run_started_at text,
    job text,
    runs integer not null,
    total_words integer not null,
    total_duration integer not null,
    latest_words integer not null,
    latest_duration integer not null,
    created_by text not null,
    created_at text not null,
    updated_at text not null
  )`,
  "create index translation_organization on translation (organization, created_at, id)",
  "create index translation_source on translation (source_space)",
  `create table translation_memory (
    translation text not null,
    key text not null,
    text text not null,
    created_at text not null,
    maker text not null default '',
    primary key (translation, key)
  )`,
  `create table translation_task (
    translation text not null,
    position integer not null,
    key text not null,
    segment text not null,
    terms text not null,
    page text not null,
    title text not null,
    problem text,
    primary key (translation, position)
  )`,
  "create index translation_task_key on translation_task (translation, key)",
  `create table translation_page (
    translation text not null,
    page text not null,
    run integer not null,
    primary key (translation, page)
  )`,
  `create table translation_share (
    translation text not null,
    run integer not null,
    maker text not null,
    segments integer not null,
    characters integer not null,
    primary key (translation, run, maker)
  )`,
];

const conversations = [
  `create table conversation (
    organization text not null,
    id text not null,
    subject text,
    source text not null,
    metadata text not null,
    parts text not null,
    version integer not null,
    pending integer not null,
    analysis text,
    model_attempts integer not null,
    impact text,
    processed_at text,
    created_at text not null,
    ingested_at text not null,
    ingested_by text not null,
    primary key (organization, id)
  )`,
  "create index conversation_created on conversation (organization, created_at, id)",
  "create index conversation_source on conversation (organization, source, created_at, id)",
  "create index conversation_pending on conversation (organization, pending, id)",
  "create index conversation_analysis on conversation (organization, analysis, created_at, id)",
  `create table conversation_issue (
    id text primary key,
    organization text not null,
    conversation text not null,
    position integer not null,
    title text not null,
    details text not null,
    impact text not null,
    source text not null,
    terms text not null,
    cluster text,
    created_at text not null,
    ingested_at text not null
  )`,
  "create index conversation_issue_created on conversation_issue (organization, created_at, id)",
  "create unique index conversation_issue_conversation on conversation_issue (organization, conversation, position)",
  "create index conversation_issue_cluster on conversation_issue (cluster, created_at, id)",
  `create table issue_cluster (
    id text primary key,
    organization text not null,
    label text not null,
    summary text not null,
    icon text not null,
    described_by text not null,
    described_issues integer not null,
    muted integer not null,
    impact text not null,
    sources text not null,
    issues integer not null,
    conversations integer not null,
    merged_into text,
    created_at text not null,
    updated_at text not null,
    former_labels text not null default '[]'
  )`,
  "create index issue_cluster_updated_at on issue_cluster (organization, merged_into, updated_at, id)",
  "create index issue_cluster_issues on issue_cluster (organization, merged_into, issues, id)",
  "create index issue_cluster_conversations on issue_cluster (organization, merged_into, conversations, id)",
  "create index issue_cluster_merged on issue_cluster (merged_into)",
  `create table issue_grouping (
    organization text primary key,
    changed_issues integer not null
  )`,
];

const files = [
  `create table upload (
    key text primary key,
    user text not null,
    name text not null,
    data blob not null,
    expires_at text not null
  )`,
  "create index upload_expiry on upload (expires_at)",
];

const links = [
  `create table page_link (
    space text not null,
    page text not null,
    position integer not null,
    target text not null,
    relation text not null,
    status text not null,
    href text not null,
    anchor text not null,
    by_source text,
    by_path text,
    primary key (space, page, position)
  )`,
  "create index page_link_target on page_link (space, target, relation)",
  "create index page_link_status on page_link (space, status, target, relation)",
  "create index page_link_source on page_link (space, by_source) where by_source is not null",
  "create index page_link_path on page_link (space, by_path) where by_path is not null",
  `create table link_index (
    space text primary key,
    root text not null,
    total integer not null,
    broken integer not null
  )`,
  `create table link_portion (
    space text primary key,
    root text not null,
    after text not null
  )`,
];

const imports = [
  `create table import_run (
    id text primary key,
    organization text not null,
    space text not null,
    change_request text,
    page text,
    source text not null,
    job text not null,
    created_by text not null,
    created_at text not null
  )`,
  "create index import_run_job on import_run (job)",
  // Ends in the row id, as the change request indexes do.
  "create index import_run_organization on import_run (organization)",
];

/** Creates every table and index. A released schema is never changed: `migrations` adds to it. */
export async function createSchema(database: Kysely<unknown>): Promise<void> {
  const features = [
    kernel,
    access,
    content,
    comments,
    reviews,
    search,
    openapi,
    computed,
    git,
    translations,
    conversations,
    files,
    links,
    imports,
  ];
  for (const statement of features.flat()) await sql.raw(statement).execute(database);
}
