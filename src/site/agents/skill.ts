import { createHash } from "node:crypto";
import { stringify } from "yaml";
import { markdownHref } from "../page-address.ts";
import type { PageEntry, SectionView, SiteView } from "../view.ts";
import { linkText, oneLine } from "./page-markdown.ts";

/** Further pages are listed in llms.txt. */
const maxPages = 40;

/** The format's limits on the length of a name and a description. */
const maxNameLength = 64;
const maxDescriptionLength = 1_024;

/** How an agent reads the site, in the Agent Skills format. */
export function renderSkill(site: SiteView, entries: readonly PageEntry[]): string {
  const title = oneLine(site.title);
  const index = full(site, `${site.basePath}llms.txt`);
  const pages = entries.filter(({ hasText, isUnlisted, depth }) => hasText && !isUnlisted && depth < 2);
  const listed = pages.slice(0, maxPages).map(({ title: name, href, description }) => {
    const about = description === undefined ? "" : `: ${oneLine(description)}`;
    return `- [${linkText(name)}](${full(site, markdownHref(href))})${about}`;
  });
  const search =
    "action" in site.search
      ? [`- Search: request ${full(site, site.search.action)}?q=<words> with \`Accept: application/json\`.`]
      : [];
  const { mcp } = site.agents ?? {};
  const steps = [
    ...(mcp === undefined ? [] : [`- With an MCP client: connect to ${full(site, mcp)}, which searches and reads.`]),
    ...search,
    `- Every page has a Markdown form: append \`.md\` to its address.`,
    `- All pages are listed in ${index}`,
    `- The text of all pages is in ${full(site, `${site.basePath}llms-full.txt`)}`,
  ];
  const parts = [
    `---\n${stringify({ name: skillName(site), description: about(site) })}---`,
    `# ${title}`,
    `Look up what you need before you answer, and cite the address of the page it is from.`,
    "## How to find and read pages",
    steps.join("\n"),
    ...linksTo(site, "Sections", site.sections.flatMap(leaves)),
    ...linksTo(site, "Versions and languages", site.variants.length > 1 ? site.variants : []),
    ...(listed.length > 0 ? ["## Pages", listed.join("\n")] : []),
    ...(pages.length > maxPages ? [`${pages.length - maxPages} more are listed in ${index}`] : []),
  ];
  return `${parts.join("\n\n")}\n`;
}

/** The site's skills, in the format of Agent Skills Discovery 0.2.0. */
export function renderSkillIndex(site: SiteView, entries: readonly PageEntry[]): string {
  const digest = createHash("sha256").update(renderSkill(site, entries)).digest("hex");
  const skill = {
    name: skillName(site),
    type: "skill-md",
    description: about(site),
    url: full(site, `${site.basePath}skill.md`),
    digest: `sha256:${digest}`,
  };
  return json({ $schema: "https://schemas.agentskills.io/discovery/0.2.0/schema.json", skills: [skill] });
}

const full = ({ origin }: SiteView, href: string) => new URL(href, origin).href;

export const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

export const about = ({ title }: SiteView): string =>
  `Searches and reads the documentation of ${oneLine(title)}. Use it to answer questions about ${oneLine(title)}.`.slice(
    0,
    maxDescriptionLength,
  );

/** The title in the characters allowed in names. */
export function skillName({ title }: SiteView): string {
  const plain = title.normalize("NFKD").toLowerCase().replace(/\p{M}/gu, "");
  const name = plain.replace(/[^a-z0-9]+/g, "-").slice(0, maxNameLength);
  return name.replace(/^-|-$/g, "") || "documentation";
}

const leaves = (section: SectionView): readonly SectionView[] =>
  section.href === undefined ? section.sections.flatMap(leaves) : [section];

function linksTo(
  site: SiteView,
  heading: string,
  links: readonly { readonly title: string; readonly href?: string | undefined }[],
): string[] {
  if (links.length === 0) return [];
  const lines = links.map(({ title, href = site.basePath }) => `- [${linkText(title)}](${full(site, href)})`);
  return [`## ${heading}`, lines.join("\n")];
}
