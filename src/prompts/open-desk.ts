import { quotedExcerpt } from "../client/excerpt.ts";
import { issueClusters, organizations } from "../completion/candidates.ts";
import { languages } from "../completion/languages.ts";
import { OpenAPISlug } from "../contract/models/openapi-spec.ts";
import { findIssueCluster } from "../tools/resolve/issue-cluster.ts";
import { findOrganization } from "../tools/resolve/organization.ts";
import { flattenTree } from "../tools/resolve/page-index.ts";
import { pick } from "../tools/resolve/pick.ts";
import { findSpace } from "../tools/resolve/space.ts";
import type { ToolContext } from "../tools/tool.ts";
import { ArgumentError, about } from "./argument-error.ts";
import { changeRequestNamed } from "./change-request-argument.ts";
import type { DatedPage, Desk, FoundCluster } from "./desk.ts";

/** The desk of one request. */
export function openDesk(context: ToolContext): Desk {
  const organizationNamed = async (named: string) => (await about("organization", findOrganization(named, context))).id;
  return {
    space: (named) => about("space", findSpace(named, context)),
    changeRequest: (named, space) => changeRequestNamed(named, space, context),
    async issueCluster(named, organization) {
      if (organization !== undefined) return clusterNamed(named, await organizationNamed(organization), context);
      const [only, ...more] = await organizations(context);
      if (only !== undefined && more.length === 0) return clusterNamed(named, only.id, context);
      const all = await issueClusters(undefined, context);
      const found = await about("cluster", () => pick(named, all, { one: "issue cluster", many: "issue clusters" }));
      return { id: found.id, organization: found.organization };
    },
    async organization(named) {
      if (named !== undefined) return organizationNamed(named);
      const [only, ...more] = await organizations(context);
      return more.length === 0 ? only?.id : undefined;
    },
    async language(named) {
      const all = languages();
      const code = named.trim().toLowerCase().replace("_", "-");
      const byCode = all.find(({ id }) => id === code);
      const found = byCode ?? (await about("language", () => pick(named, all, { one: "language", many: "languages" })));
      return { code: found.id, name: found.title };
    },
    async openapiSlug(written) {
      const slug = OpenAPISlug.safeParse(written.trim());
      if (slug.success) return slug.data;
      const [rule] = slug.error.issues.map(({ message }) => message);
      throw new ArgumentError("slug", `${quotedExcerpt(written, 120)} cannot be one: ${rule}.`);
    },
    pagesByAge: (space) => pagesByAge(space, context),
  };
}

async function clusterNamed(named: string, organization: string, context: ToolContext): Promise<FoundCluster> {
  const { id } = await about("cluster", findIssueCluster(named, organization, context));
  return { id, organization };
}

async function pagesByAge(spaceId: string, { client, signal }: ToolContext): Promise<readonly DatedPage[]> {
  const { pages } = await client.pages.list({ spaceId, metadata: false }, { signal });
  const documents = flattenTree(pages).filter(({ page }) => page.type === "document");
  return documents
    .map(({ page: { id, title, path, updatedAt } }) => ({ id, title, path, at: updatedAt ?? "" }))
    .sort((one, other) => (one.at === other.at ? 0 : one.at < other.at ? -1 : 1))
    .map(({ at, ...page }) => ({ ...page, day: at === "" ? undefined : at.slice(0, 10) }));
}
