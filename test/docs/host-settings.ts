/** The settings of one server in a snippet for a host, and the heading it is under. */
export interface HostSetting {
  readonly page: string;
  readonly under: string;
  readonly command?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

type Entry = Omit<HostSetting, "page" | "under">;

/** Every server in a page's snippets: in JSON, in TOML, or by a command of the host. */
export function hostSettings(page: string, markdown: string): HostSetting[] {
  const found: HostSetting[] = [];
  let under = "";
  for (const match of markdown.matchAll(/^#+ (?<heading>.+)$|^```(?<language>\w+)\n(?<text>[\s\S]*?)^```$/gm)) {
    const { heading, language, text = "" } = match.groups ?? {};
    if (heading !== undefined) under = heading;
    const entries = language === undefined ? [] : (readers[language]?.(text) ?? []);
    found.push(...entries.map((entry) => ({ page, under, ...entry })));
  }
  return found;
}

const readers: Readonly<Record<string, (text: string) => Entry[]>> = {
  json: (text) => {
    const { mcpServers, servers } = JSON.parse(text) as Record<string, Record<string, Entry> | undefined>;
    return Object.values(mcpServers ?? servers ?? {});
  },
  toml: (text) => {
    // Strings, numbers and lists of strings are the same in TOML and in JSON.
    const pairs = [...text.matchAll(/^(\w+) = (.+)$/gm)].map(([, name, value]) => [name, JSON.parse(value ?? "")]);
    return /^\[mcp_servers\.\w+\]$/m.test(text) ? [Object.fromEntries(pairs) as Entry] : [];
  },
  sh: (text) =>
    text.split("\n").flatMap((line): Entry[] => {
      if (!/^(claude|codex) mcp add /.test(line)) return [];
      const [, url] = / --transport http \w+ (\S+)$/.exec(line) ?? [];
      if (url !== undefined) return [{ url }];
      const [command = "", ...args] = (line.split(" -- ")[1] ?? "").split(" ");
      return [{ command, args }];
    }),
};
