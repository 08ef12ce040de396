import type { Command } from "./command.ts";
import type { ContentCommandName } from "./command-flags.ts";

/** A desk command: tools and API operations under names that people type. */
const contentCommand = (name: ContentCommandName) => async (): ReturnType<NonNullable<Command["load"]>> => {
  const { runContentCommand } = await import("./content-commands/run-content-command.ts");
  return { run: (argv) => runContentCommand(name, commands[name]?.usage ?? name, argv) };
};

export const commands: Readonly<Record<string, Command>> = {
  mcp: { usage: "copydesk", meaning: "Speak MCP over stdio: what a host starts", group: "hosts" },
  setup: {
    usage: "copydesk setup [host]",
    meaning: "Add Copydesk to a host on this machine, or list the hosts",
    group: "hosts",
    details:
      "Shows what it will change in the host's configuration, asks for confirmation, and keeps everything else as it is.",
    load: () => import("./setup.ts"),
  },
  serve: {
    usage: "copydesk serve",
    meaning: "Serve MCP and the API on one port",
    group: "hosts",
    load: () => import("./serve.ts"),
  },
  tools: {
    usage: "copydesk tools [name]",
    meaning: "Show the tools a host sees, what each costs, and why one is missing",
    group: "hosts",
    load: () => import("./tools.ts"),
  },
  call: {
    usage: "copydesk call <operation> [json]",
    meaning: "Call one operation of the API",
    group: "hosts",
    details: 'Names work in place of ids: copydesk call listPages \'{"spaceId":"Handbook"}\'.',
    load: () => import("./call.ts"),
  },
  spaces: {
    usage: "copydesk spaces [part of a title]",
    meaning: "List the spaces",
    group: "docs",
    load: contentCommand("spaces"),
  },
  pages: {
    usage: "copydesk pages [space]",
    meaning: "Show the table of contents of a space or change request",
    group: "docs",
    load: contentCommand("pages"),
  },
  search: {
    usage: "copydesk search <words>",
    meaning: "Find pages and passages",
    group: "docs",
    load: contentCommand("search"),
  },
  read: {
    usage: "copydesk read <page>",
    meaning: "Print a page as Markdown",
    group: "docs",
    details: "To a file or a pipe, it prints only the Markdown.",
    load: contentCommand("read"),
  },
  changes: {
    usage: "copydesk changes",
    meaning: "List change requests",
    group: "docs",
    load: contentCommand("changes"),
  },
  diff: {
    usage: "copydesk diff <change request>",
    meaning: "Show what a change request changes, and what blocks a merge",
    group: "docs",
    load: contentCommand("diff"),
  },
  propose: {
    usage: "copydesk propose <subject>",
    meaning: "Open a change request",
    group: "docs",
    load: contentCommand("propose"),
  },
  edit: {
    usage: "copydesk edit <page>",
    meaning: "Edit a page of a change request in your editor",
    group: "docs",
    details:
      "Opens $VISUAL or $EDITOR. Saving a page that conflicts resolves its conflict. If someone else has changed the page, it is not overwritten, and your text is saved in a file.",
    load: contentCommand("edit"),
  },
  update: {
    usage: "copydesk update <change request>",
    meaning: "Update a change request with the latest content of its space",
    group: "docs",
    details: "Names the pages that conflict. Edit each of them, then merge.",
    load: contentCommand("update"),
  },
  comment: {
    usage: "copydesk comment [text]",
    meaning: "Comment on a space, a page or a change request; without a text, list the comments",
    group: "docs",
    load: contentCommand("comment"),
  },
  review: {
    usage: "copydesk review <change request> approve|request-changes",
    meaning: "Give your verdict on a change request",
    group: "docs",
    load: contentCommand("review"),
  },
  merge: {
    usage: "copydesk merge <change request>",
    meaning: "Merge a change request into its space",
    group: "docs",
    details:
      "Shows what will happen and asks for confirmation. If there are conflicts, it changes nothing and exits with 1.",
    load: contentCommand("merge"),
  },
  links: {
    usage: "copydesk links <page>",
    meaning: "List what a page links to, and what links to it",
    group: "docs",
    load: contentCommand("links"),
  },
  history: {
    usage: "copydesk history [page]",
    meaning: "List what was merged into a space, or what changed a page",
    group: "docs",
    load: contentCommand("history"),
  },
  open: {
    usage: "copydesk open [page]",
    meaning: "Open a page, a change request or a space in the browser",
    group: "docs",
    load: contentCommand("open"),
  },
  openapi: {
    usage: "copydesk openapi publish <file or URL>",
    meaning: "Create an OpenAPI specification, or add a version to it",
    group: "docs",
    load: contentCommand("openapi"),
  },
  check: {
    usage: "copydesk check <folder>",
    meaning: "Find broken links and unreadable files in a folder of Markdown",
    group: "folders",
    details: "Exits with 1 when it finds something. Uses no data folder.",
    load: () => import("./check.ts"),
  },
  import: {
    usage: "copydesk import <folder, archive or URL>",
    meaning: "Create a space from a folder of Markdown",
    group: "folders",
    load: () => import("./import.ts"),
  },
  export: {
    usage: "copydesk export <space> <folder>",
    meaning: "Write a space to a folder of Markdown",
    group: "folders",
    load: () => import("./export.ts"),
  },
  upload: {
    usage: "copydesk upload <file>",
    meaning: "Add a file, or an archive of pages, to a change request",
    group: "folders",
    load: contentCommand("upload"),
  },
  preview: {
    usage: "copydesk preview <folder>",
    meaning: "Show a folder of Markdown as a site, and reload it when a file changes",
    group: "folders",
    load: () => import("./preview.ts"),
  },
  build: {
    usage: "copydesk build <source> <folder>",
    meaning: "Write a site, a space or a folder of Markdown as static files",
    group: "folders",
    load: () => import("./build.ts"),
  },
  login: {
    usage: "copydesk login [--user <id or e-mail address>]",
    meaning: "Print a link that signs a person in, in a browser, once",
    group: "people",
    load: () => import("./login.ts"),
  },
  invite: {
    usage: "copydesk invite <e-mail address> [--role <role>]",
    meaning: "Invite someone to the embedded platform and print the link to pass on",
    group: "people",
    load: () => import("./invite.ts"),
  },
  user: {
    usage: "copydesk user add|list|disable|enable",
    meaning: "Manage who uses the embedded platform",
    group: "people",
    load: () => import("./user.ts"),
  },
  token: {
    usage: "copydesk token create|list|revoke",
    meaning: "Manage tokens of the embedded platform",
    group: "people",
    load: () => import("./token.ts"),
  },
  agents: {
    usage: "copydesk agents list|revoke",
    meaning: "Show and end the agents that people connected",
    group: "people",
    load: () => import("./agents.ts"),
  },
  doctor: {
    usage: "copydesk doctor",
    meaning: "Check the configuration, the connection and the data folder",
    group: "data",
    load: () => import("./doctor.ts"),
  },
  backup: {
    usage: "copydesk backup <file>",
    meaning: "Copy the embedded platform's data to one file, while it is in use",
    group: "data",
    load: () => import("./backup.ts"),
  },
  restore: {
    usage: "copydesk restore <backup>",
    meaning: "Put a backup in the data folder",
    group: "data",
    load: () => import("./restore.ts"),
  },
  migrate: {
    usage: "copydesk migrate",
    meaning: "Update the tables of the embedded platform to this release, or list the steps",
    group: "data",
    details:
      "Every command also does this when it opens a data folder or database. Run it before a rolling update of several processes. If it is interrupted, nothing is changed.",
    load: () => import("./migrate.ts"),
  },
  copy: {
    usage: "copydesk copy --from <folder or URL> --to <folder or URL>",
    meaning: "Copy a workspace between data folders and PostgreSQL databases",
    group: "data",
    load: () => import("./copy.ts"),
  },
  encrypt: {
    usage: "copydesk encrypt",
    meaning: "Encrypt the stored secrets with the current secret key",
    group: "data",
    details:
      "Needs --secret-key-file, --secret-key-command or --secret-key. The first key encrypts, further ones only decrypt: run it after putting a new key first. It can be interrupted and run again, even while the data is being served.",
    load: () => import("./encrypt.ts"),
  },
  complete: {
    usage: "copydesk complete bash|zsh|fish|powershell",
    meaning: "Print a script that completes commands and flags in your shell",
    group: "data",
    details: 'For bash: eval "$(copydesk complete bash)" in ~/.bashrc.',
    async load() {
      const { printCompletion } = await import("./complete.ts");
      return { run: async (argv) => printCompletion(argv, commands) };
    },
  },
  help: {
    usage: "copydesk help [command]",
    meaning: "Show this text, or the details of one command",
    group: "data",
    async load() {
      const { printHelp } = await import("./help.ts");
      return { run: async (argv) => printHelp(argv, commands) };
    },
  },
};
