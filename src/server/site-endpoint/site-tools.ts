/** What a visitor's agent may read of one published site. */
export interface DocumentationSource {
  readonly title: string;
  /** The endpoint's name, as on its card. */
  readonly version: string;
  /** Full address; ends with a slash. */
  readonly url: string;
  search(query: string, options: SearchOptions): Promise<readonly FoundPage[]>;
  read(address: string): Promise<{ readonly url: string; readonly markdown: string } | undefined>;
}

interface SearchOptions {
  readonly allVariants: boolean;
  readonly limit: number;
}

interface FoundPage {
  readonly title: string;
  readonly href: string;
  readonly sections: readonly { readonly title: string; readonly href: string; readonly excerpt: string }[];
}

const readOnly = { readOnlyHint: true, openWorldHint: false } as const;

/** UTF-16 units. */
const maxQueryChars = 500;
const maxAddressChars = 2_048;

/** The most UTF-16 units of a page in one answer; about 8,000 tokens. */
const maxPartChars = 32_000;

const defaultResults = 8;
const maxResults = 25;

/** Agents know these names from other documentation sites. */
export const siteTools = [
  {
    name: "searchDocumentation",
    title: "Search the documentation",
    description:
      "Searches the pages of this documentation by their words. Returns titles, addresses and passages; read a page with getPage.",
    annotations: readOnly,
    inputSchema: {
      type: "object" as const,
      properties: {
        query: { type: "string", minLength: 1, maxLength: maxQueryChars, description: "Words to look for" },
        limit: {
          type: "integer",
          minimum: 1,
          maximum: maxResults,
          description: `Pages; ${defaultResults} when left out`,
        },
        allVariants: { type: "boolean", description: "Also other versions and languages than the main one" },
      },
      required: ["query"],
      additionalProperties: false,
    },
  },
  {
    name: "getPage",
    title: "Read a page",
    description: "Returns a page as Markdown. A long page comes in parts; its end says how to get the next one.",
    annotations: readOnly,
    inputSchema: {
      type: "object" as const,
      properties: {
        url: {
          type: "string",
          maxLength: maxAddressChars,
          description: "Address of the page, or its path below the site's root",
        },
        part: { type: "integer", minimum: 1, description: "1 when left out" },
      },
      required: ["url"],
      additionalProperties: false,
    },
  },
];

type ToolResult = { content: { type: "text"; text: string }[]; isError?: true };

/** Undefined if there is no such tool. */
export async function callSiteTool(
  source: DocumentationSource,
  name: string,
  args: Readonly<Record<string, unknown>> = {},
): Promise<ToolResult | undefined> {
  const tool = siteTools.find((one) => one.name === name);
  if (tool === undefined) return undefined;
  const known = Object.keys(tool.inputSchema.properties);
  const unknown = Object.keys(args).find((member) => !known.includes(member));
  if (unknown !== undefined)
    return failed(`${toSafeName(unknown)} is not an argument of ${name}. It takes ${known.join(", ")}.`);
  return name === "getPage" ? getPage(source, args) : search(source, args);
}

async function search(source: DocumentationSource, args: Readonly<Record<string, unknown>>): Promise<ToolResult> {
  const { query, limit = defaultResults, allVariants = false } = args;
  if (typeof query !== "string" || query.trim() === "") return failed("query: give the words to look for.");
  if (query.length > maxQueryChars)
    return failed(`query: may have ${maxQueryChars} characters. Send the words that matter.`);
  if (!isWhole(limit) || limit > maxResults) return failed(`limit: give a whole number from 1 to ${maxResults}.`);
  if (typeof allVariants !== "boolean") return failed("allVariants: give true or false.");
  const found = await source.search(query, { allVariants, limit });
  if (found.length === 0)
    return textResult(`No page of ${oneLine(source.title)} contains these words. Try fewer or other words.`);
  const pages = found.map(({ title, href, sections }) => {
    const passages = sections.map((section) => {
      const heading =
        section.title === "" || section.title === title ? "" : `${oneLine(section.title)} (${section.href}): `;
      return `   ${heading}${oneLine(section.excerpt)}`;
    });
    return [`- ${oneLine(title)}: ${href}`, ...passages].join("\n");
  });
  return textResult(`${pages.join("\n")}\n\nRead a page with getPage and its address.`);
}

async function getPage(source: DocumentationSource, args: Readonly<Record<string, unknown>>): Promise<ToolResult> {
  const { url, part = 1 } = args;
  if (typeof url !== "string" || url.length > maxAddressChars) {
    return failed("url: give the address of a page, as searchDocumentation returns it.");
  }
  if (!isWhole(part)) return failed("part: give a whole number from 1.");
  const page = await source.read(url.trim());
  if (page === undefined) {
    return failed(
      `url: ${oneLine(source.title)} has no page there. Addresses begin with ${source.url}; find them with searchDocumentation.`,
    );
  }
  const parts = splitParts(page.markdown);
  const text = parts[part - 1];
  if (text === undefined) return failed(`part: the page has ${parts.length} of them.`);
  return textResult(
    part < parts.length ? `${text}\n\nPart ${part} of ${parts.length}. The next one: part ${part + 1}.` : text,
  );
}

/** Split between lines if possible. */
function splitParts(text: string): string[] {
  const parts: string[] = [];
  for (let rest = text; ; ) {
    if (rest.length <= maxPartChars) return [...parts, rest];
    const line = rest.lastIndexOf("\n", maxPartChars);
    const last = rest.charCodeAt(maxPartChars - 1);
    // Do not split a surrogate pair.
    const end = line > 0 ? line + 1 : last >= 0xd800 && last < 0xdc00 ? maxPartChars - 1 : maxPartChars;
    parts.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
}

const isWhole = (value: unknown): value is number => typeof value === "number" && Number.isInteger(value) && value >= 1;

const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();

const toSafeName = (member: string) => (/^[\w.-]{1,80}$/.test(member) ? member : "Something");

const textResult = (text: string): ToolResult => ({ content: [{ type: "text", text }] });

const failed = (text: string): ToolResult => ({ ...textResult(text), isError: true });
