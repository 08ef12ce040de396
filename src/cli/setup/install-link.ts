import type { Host, Server } from "./hosts.ts";

interface InstallLink {
  /** Opens the host, on this machine. */
  readonly app: string;
  /** The same through the host's site, for pages that allow only `https` links. The site sees its contents. */
  readonly web: string;
}

/** Link formats of hosts that offer to add a server when a link is opened. Sources: the hosts' manuals. */
const forms: Readonly<Record<string, (name: string, entry: string) => InstallLink>> = {
  Cursor(name, entry) {
    const query = new URLSearchParams({ name, config: Buffer.from(entry).toString("base64") });
    return {
      app: `cursor://anysphere.cursor-deeplink/mcp/install?${query}`,
      web: `https://cursor.com/en/install-mcp?${query}`,
    };
  },
  "VS Code"(name, entry) {
    const whole = JSON.stringify({ name, ...(JSON.parse(entry) as object) });
    const query = `name=${encodeURIComponent(name)}&config=${encodeURIComponent(entry)}`;
    return {
      app: `vscode:mcp/install?${encodeURIComponent(whole)}`,
      web: `https://vscode.dev/redirect/mcp/install?${query}`,
    };
  },
};

/** The link that adds a server to a host; undefined if the host supports no links or not this kind of server. */
export function installLink(host: Host, name: string, server: Server): InstallLink | undefined {
  const entry = host.entry(server);
  return entry === undefined ? undefined : forms[host.title]?.(name, JSON.stringify(entry));
}
