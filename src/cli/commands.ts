/** One line in the help, and the module that runs the command. Modules load when their command is called. */
export interface Command {
  readonly usage: string;
  readonly meaning: string;
  /** Absent for what command-line.ts runs without the rest of the program. */
  load?(): Promise<{ run(argv: readonly string[]): Promise<number | undefined> }>;
}

export const commands: Readonly<Record<string, Command>> = {
  mcp: { usage: "copydesk", meaning: "Speak MCP over stdio: what a host starts" },
  setup: {
    usage: "copydesk setup [host]",
    meaning: "Add Copydesk to a host on this machine, or show the hosts there are",
    load: () => import("./setup.ts"),
  },
  serve: { usage: "copydesk serve", meaning: "Serve MCP and the API on one port", load: () => import("./serve.ts") },
  import: {
    usage: "copydesk import <folder, archive or URL>",
    meaning: "Make a space of a folder of Markdown",
    load: () => import("./import.ts"),
  },
  export: {
    usage: "copydesk export <space> <folder>",
    meaning: "Write a space to a folder of Markdown",
    load: () => import("./export.ts"),
  },
  preview: {
    usage: "copydesk preview <folder>",
    meaning: "Show a folder of Markdown as a site, and reload it when a file changes",
    load: () => import("./preview.ts"),
  },
  build: {
    usage: "copydesk build <space> <folder>",
    meaning: "Write a space as a site of static files",
    load: () => import("./build.ts"),
  },
  backup: {
    usage: "copydesk backup <file>",
    meaning: "Copy the embedded platform's data to one file, while it is in use",
    load: () => import("./backup.ts"),
  },
  restore: {
    usage: "copydesk restore <backup>",
    meaning: "Put a backup in the data folder",
    load: () => import("./restore.ts"),
  },
  call: {
    usage: "copydesk call <operation> [json]",
    meaning: "Call one operation of the API",
    load: () => import("./call.ts"),
  },
  tools: {
    usage: "copydesk tools [name]",
    meaning: "Show the tools a host sees, what each costs, and why one is missing",
    load: () => import("./tools.ts"),
  },
  token: {
    usage: "copydesk token create|list|revoke",
    meaning: "Manage tokens of the embedded platform",
    load: () => import("./token.ts"),
  },
  invite: {
    usage: "copydesk invite <e-mail address> [--role <role>]",
    meaning: "Invite somebody to the embedded platform and print the link to pass on",
    load: () => import("./invite.ts"),
  },
  user: {
    usage: "copydesk user add|list|disable|enable",
    meaning: "Manage who uses the embedded platform",
    load: () => import("./user.ts"),
  },
  agents: {
    usage: "copydesk agents list|revoke",
    meaning: "Show and end the agents that people connected",
    load: () => import("./agents.ts"),
  },
  login: {
    usage: "copydesk login [--user <id or e-mail address>]",
    meaning: "Print a link that signs a person in, in a browser, once",
    load: () => import("./login.ts"),
  },
  doctor: {
    usage: "copydesk doctor",
    meaning: "Check the configuration, the connection and the data folder",
    load: () => import("./doctor.ts"),
  },
  help: {
    usage: "copydesk help",
    meaning: "Show this text",
    async load() {
      const { printHelp } = await import("./help.ts");
      return { run: async (argv) => printHelp(argv, commands) };
    },
  },
};
