import type { FlagType } from "../config/config.ts";

/** A flag of one command. Flags of settings, which every command accepts, are in `config`. */
interface CommandFlag extends FlagType {
  /** Placeholder for the value in the help. */
  readonly value?: string;
  readonly help: string;
}

const json = { type: "boolean", help: "Print one line of JSON" } as const satisfies CommandFlag;
const yes = { type: "boolean", help: "Do it without asking for confirmation" } as const satisfies CommandFlag;
const force = { type: "boolean", help: "Replace what already exists" } as const satisfies CommandFlag;
const space = {
  type: "string",
  value: "space",
  help: "Space, by id, title or URL; required if there are several",
} as const satisfies CommandFlag;
const changeRequest = {
  type: "string",
  value: "change request",
  help: "Change request, by number, id, subject or URL",
} as const satisfies CommandFlag;
const page = {
  type: "string",
  value: "page",
  help: "Page, by id, path, title or URL",
} as const satisfies CommandFlag;
const pager = { type: "boolean", help: "Print everything without the pager" } as const satisfies CommandFlag;
const organization = {
  type: "string",
  value: "organization",
  help: "Organization, by id or title; required if there are several",
} as const satisfies CommandFlag;
const ownOrganization = {
  type: "string",
  value: "organization",
  help: "Organization, by id or title; the installation's own when left out",
} as const satisfies CommandFlag;

/** Flags by command; commands without flags are absent. */
export const commandFlags = {
  setup: {
    yes,
    remove: { type: "boolean", help: "Remove Copydesk again" },
    url: { type: "string", value: "address", help: "Use a running server, by the address of its /mcp" },
    name: { type: "string", value: "name", help: "Name of the server in the host: copydesk" },
    "no-skill": { type: "boolean", help: "Leave out the skill for agents" },
    link: { type: "boolean", help: "Print a link that adds it when it is opened, and change nothing" },
    json,
  },
  serve: { json: { type: "boolean", help: "Print the line of JSON even on a terminal" } },
  import: {
    title: { type: "string", value: "title", help: "Title of the space, instead of the README's" },
    organization: ownOrganization,
    json,
  },
  export: { force, json },
  build: { url: { type: "string", value: "address", help: "Address the site will have" }, json },
  backup: { force, json },
  restore: { force, json },
  migrate: { "dry-run": { type: "boolean", help: "List the schema steps, and change nothing" }, json },
  copy: {
    from: { type: "string", value: "place", help: "Data folder, or postgres URL, to read" },
    to: { type: "string", value: "place", help: "Data folder, or postgres URL, to fill; it must be empty" },
    json,
  },
  encrypt: { json },
  call: { json },
  tools: { json },
  token: {
    name: { type: "string", value: "name", help: "What the token is for" },
    user: { type: "string", value: "user", help: "Its owner, by id or e-mail address" },
    scope: { type: "string", value: "scope", help: "Its scope: read, propose, write, merge or admin" },
    expires: { type: "string", value: "days", help: "Days until it expires" },
    json,
  },
  invite: {
    role: { type: "string", value: "role", help: "Role in the organization" },
    organization: ownOrganization,
  },
  user: {
    name: { type: "string", value: "name", help: "Display name" },
    role: { type: "string", value: "role", help: "Role in the organization: read when left out" },
    organization: {
      type: "string",
      value: "organization",
      help: "Organization, by id or title: for add and list, the installation's own when left out; for disable and enable, all",
    },
    json,
  },
  agents: { user: { type: "string", value: "user", help: "Whose agents, by id or e-mail address" }, json },
  login: { user: { type: "string", value: "user", help: "Who to sign in, by id or e-mail address" } },
  doctor: { json },
  spaces: { "no-pager": pager, json },
  pages: {
    space,
    "change-request": changeRequest,
    under: { type: "string", value: "page", help: "Only below this page" },
    "no-pager": pager,
    json,
  },
  search: {
    space,
    under: { type: "string", value: "page", help: "Only this page and those below it" },
    exact: { type: "boolean", help: "Every occurrence of exactly these characters, in one space" },
    "change-request": changeRequest,
    limit: { type: "string", value: "number", help: "Maximum number of pages to show, up to 50" },
    "no-pager": pager,
    json,
  },
  read: {
    space,
    "change-request": changeRequest,
    section: { type: "string", value: "heading", help: "Only one section: its heading or #anchor" },
    revision: { type: "string", value: "revision", help: "As it was at this revision" },
    outline: { type: "boolean", help: "Only headings and sizes" },
    "no-pager": pager,
    json,
  },
  changes: {
    space,
    status: { type: "string", value: "status", help: "draft, open, archived or merged: open when left out" },
    page,
    "no-pager": pager,
    json,
  },
  diff: { space, page, "no-pager": pager, json },
  propose: { space, json },
  edit: {
    space,
    "change-request": changeRequest,
    from: { type: "string", value: "file", help: "The whole new text, without an editor; - is standard input" },
    json,
  },
  update: { space, json },
  comment: {
    space,
    "change-request": changeRequest,
    page,
    reply: { type: "string", value: "comment", help: "Reply to the comment with this id" },
    resolve: { type: "string", value: "comment", help: "Resolve the comment with this id" },
    "no-pager": pager,
    json,
  },
  review: { space, text: { type: "string", value: "text", help: "Reasons, as a comment" }, json },
  merge: {
    space,
    "update-first": { type: "boolean", help: "Update from the space first" },
    yes,
    json,
  },
  links: { space, "change-request": changeRequest, "no-pager": pager, json },
  history: { space, "no-pager": pager, json },
  open: {
    space,
    "change-request": changeRequest,
    print: { type: "boolean", help: "Print the address and open nothing" },
  },
  check: { json },
  upload: {
    space,
    "change-request": changeRequest,
    replace: { type: "boolean", help: "Replace the text of the page that has the file's name" },
    json,
  },
  openapi: {
    slug: { type: "string", value: "slug", help: "Name of the specification: the file's name when left out" },
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
