import type { FlagKind } from "../config/setting-sources.ts";

/** A flag of one command. Flags of settings, which every command accepts, are in `config`. */
interface CommandFlag {
  readonly kind: FlagKind;
  /** Placeholder for the value in the help. */
  readonly value?: string;
  readonly meaning: string;
}

const json = { kind: "boolean", meaning: "Print one line of JSON" } as const satisfies CommandFlag;
const yes = { kind: "boolean", meaning: "Do it without asking for confirmation" } as const satisfies CommandFlag;
const force = { kind: "boolean", meaning: "Replace what already exists" } as const satisfies CommandFlag;
const space = {
  kind: "string",
  value: "space",
  meaning: "Space, by id, title or URL; required if there are several",
} as const satisfies CommandFlag;
const changeRequest = {
  kind: "string",
  value: "change request",
  meaning: "Change request, by number, id, subject or URL",
} as const satisfies CommandFlag;
const page = {
  kind: "string",
  value: "page",
  meaning: "Page, by id, path, title or URL",
} as const satisfies CommandFlag;
const pager = { kind: "boolean", meaning: "Print everything without the pager" } as const satisfies CommandFlag;
const organization = {
  kind: "string",
  value: "organization",
  meaning: "Organization, by id or title; required if there are several",
} as const satisfies CommandFlag;
const ownOrganization = {
  kind: "string",
  value: "organization",
  meaning: "Organization, by id or title; the installation's own when left out",
} as const satisfies CommandFlag;

/** Flags by command; commands without flags are absent. */
export const commandFlags = {
  setup: {
    yes,
    remove: { kind: "boolean", meaning: "Remove Copydesk again" },
    url: { kind: "string", value: "address", meaning: "Use a running server, by the address of its /mcp" },
    name: { kind: "string", value: "name", meaning: "Name of the server in the host: copydesk" },
    "no-skill": { kind: "boolean", meaning: "Leave out the skill for agents" },
    link: { kind: "boolean", meaning: "Print a link that adds it when it is opened, and change nothing" },
    json,
  },
  serve: { json: { kind: "boolean", meaning: "Print the line of JSON even on a terminal" } },
  import: {
    title: { kind: "string", value: "title", meaning: "Title of the space, instead of the README's" },
    organization: ownOrganization,
    json,
  },
  export: { force, json },
  build: { url: { kind: "string", value: "address", meaning: "Address the site will have" }, json },
  backup: { force, json },
  restore: { force, json },
  migrate: { "dry-run": { kind: "boolean", meaning: "List the schema steps, and change nothing" }, json },
  copy: {
    from: { kind: "string", value: "place", meaning: "Data folder, or postgres URL, to read" },
    to: { kind: "string", value: "place", meaning: "Data folder, or postgres URL, to fill; it must be empty" },
    json,
  },
  encrypt: { json },
  call: { json },
  tools: { json },
  token: {
    name: { kind: "string", value: "name", meaning: "What the token is for" },
    user: { kind: "string", value: "user", meaning: "Its owner, by id or e-mail address" },
    scope: { kind: "string", value: "scope", meaning: "Its scope: read, propose, write, merge or admin" },
    expires: { kind: "string", value: "days", meaning: "Days until it expires" },
    json,
  },
  invite: {
    role: { kind: "string", value: "role", meaning: "Role in the organization" },
    organization: ownOrganization,
  },
  user: {
    name: { kind: "string", value: "name", meaning: "Display name" },
    role: { kind: "string", value: "role", meaning: "Role in the organization: read when left out" },
    organization: {
      kind: "string",
      value: "organization",
      meaning:
        "Organization, by id or title: for add and list, the installation's own when left out; for disable and enable, all",
    },
    json,
  },
  agents: { user: { kind: "string", value: "user", meaning: "Whose agents, by id or e-mail address" }, json },
  login: { user: { kind: "string", value: "user", meaning: "Who to sign in, by id or e-mail address" } },
  doctor: { json },
  spaces: { "no-pager": pager, json },
  pages: {
    space,
    "change-request": changeRequest,
    under: { kind: "string", value: "page", meaning: "Only below this page" },
    "no-pager": pager,
    json,
  },
  search: {
    space,
    under: { kind: "string", value: "page", meaning: "Only this page and those below it" },
    exact: { kind: "boolean", meaning: "Every occurrence of exactly these characters, in one space" },
    "change-request": changeRequest,
    limit: { kind: "string", value: "number", meaning: "Maximum number of pages to show, up to 50" },
    "no-pager": pager,
    json,
  },
  read: {
    space,
    "change-request": changeRequest,
    section: { kind: "string", value: "heading", meaning: "Only one section: its heading or #anchor" },
    revision: { kind: "string", value: "revision", meaning: "As it was at this revision" },
    outline: { kind: "boolean", meaning: "Only headings and sizes" },
    "no-pager": pager,
    json,
  },
  changes: {
    space,
    status: { kind: "string", value: "status", meaning: "draft, open, archived or merged: open when left out" },
    page,
    "no-pager": pager,
    json,
  },
  diff: { space, page, "no-pager": pager, json },
  propose: { space, json },
  edit: {
    space,
    "change-request": changeRequest,
    from: { kind: "string", value: "file", meaning: "The whole new text, without an editor; - is standard input" },
    json,
  },
  update: { space, json },
  comment: {
    space,
    "change-request": changeRequest,
    page,
    reply: { kind: "string", value: "comment", meaning: "Reply to the comment with this id" },
    resolve: { kind: "string", value: "comment", meaning: "Resolve the comment with this id" },
    "no-pager": pager,
    json,
  },
  review: { space, text: { kind: "string", value: "text", meaning: "Reasons, as a comment" }, json },
  merge: {
    space,
    "update-first": { kind: "boolean", meaning: "Update from the space first" },
    yes,
    json,
  },
  links: { space, "change-request": changeRequest, "no-pager": pager, json },
  history: { space, "no-pager": pager, json },
  open: {
    space,
    "change-request": changeRequest,
    print: { kind: "boolean", meaning: "Print the address and open nothing" },
  },
  check: { json },
  upload: {
    space,
    "change-request": changeRequest,
    replace: { kind: "boolean", meaning: "Replace the text of the page that has the file's name" },
    json,
  },
  openapi: {
    slug: { kind: "string", value: "slug", meaning: "Name of the specification: the file's name when left out" },
    organization,
    json,
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, CommandFlag>>>>;

export type ContentCommandName =
  | "spaces"
  | "pages"
  | "search"
  | "read"
  | "changes"
  | "diff"
  | "propose"
  | "edit"
  | "update"
  | "comment"
  | "review"
  | "merge"
  | "links"
  | "history"
  | "open"
  | "upload"
  | "openapi";

/** The flags of a command, by name; empty if it has none. */
export const getFlags = (command: string): Readonly<Record<string, CommandFlag>> =>
  Object.hasOwn(commandFlags, command) ? commandFlags[command as keyof typeof commandFlags] : {};
