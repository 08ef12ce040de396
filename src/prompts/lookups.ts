import { quotedExcerpt } from "../client/excerpt.ts";
import { languageName } from "../contract/language-name.ts";
import { Language } from "../contract/models/language.ts";
import { OpenAPISlug } from "../contract/models/openapi-spec.ts";
import { ToolError } from "../present/tool-error.ts";
import {
  changeRequests,
  issueClusters,
  type Named,
  type NamedChangeRequest,
  organizations,
  spaces,
} from "../resolve/completion.ts";
import { findChangeRequest } from "../resolve/content.ts";
import type { ToolContext } from "../resolve/context.ts";
import { findIssueCluster } from "../resolve/in-organization.ts";
import { readLink } from "../resolve/link.ts";
import { flattenTree } from "../resolve/pages.ts";
import { candidateLines, pick } from "../resolve/pick.ts";
import { findOrganization, findSpace } from "../resolve/spaces.ts";
import type { DatedPage, FoundChangeRequest, FoundCluster, Lookups } from "./prompt.ts";

/** The desk of one request. */
export function lookupsFor(context: ToolContext): Lookups {
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

/** A change request of the given space; without one, the only open change request that matches. */
async function changeRequestNamed(
  named: string,
  spaceName: string | undefined,
  context: ToolContext,
): Promise<FoundChangeRequest> {
  // A completed value has the subject after the number.
  const name = /^#\d+(?=\s|$)/.exec(named.trim())?.[0] ?? named;
  const space = readLink(named)?.space ?? spaceName;
  if (space !== undefined) return inSpace(name, space, context);
  const [only, ...more] = await spaces(context);
  if (only !== undefined && more.length === 0) return inSpace(name, only.id, context);
  return inSpace(...(await anywhere(name, context)), context);
}

async function inSpace(name: string, spaceName: string, context: ToolContext): Promise<FoundChangeRequest> {
  const { id, organization } = await about("space", findSpace(spaceName, context));
  const { number } = await about("change_request", findChangeRequest(name, id, context));
  return { number, space: { id, organization } };
}

/** Number and space of the only match. Merged ones are found only within a space. */
async function anywhere(name: string, context: ToolContext): Promise<[number: string, space: string]> {
  const all = await changeRequests(undefined, context);
  const number = /^#?(\d+)$/.exec(name.trim())?.[1];
  if (number === undefined) {
    const qualified = all.map((one) => ({ ...one, ...toCandidate(one) }));
    const found = await about("change_request", () =>
      pick(name, qualified, { one: "open change request", many: "open change requests", none: sayTheSpace }),
    );
    return [`${found.number}`, found.space];
  }
  const [first, ...others] = all.filter((one) => `${one.number}` === number);
  if (first !== undefined && others.length === 0) return [number, first.space];
  const several = first !== undefined;
  const candidates = (several ? [first, ...others] : all).map(toCandidate);
  const there = candidates.length === 0 ? "" : ` There are:\n${candidateLines(candidates)}`;
  const what = several ? `Several spaces have a change request #${number}.` : `No open change request is #${number}.`;
  throw new ArgumentError("change_request", `${what} ${sayTheSpace}${there}`);
}

const sayTheSpace = "Fill in the space too.";

const toCandidate = ({ id, title, number, space }: NamedChangeRequest) => {
  return { id, title, qualifier: `#${number} of space ${space}` };
};

/** Thrown for an argument without a match: the message starts with its name and lists candidates. */
export class ArgumentError extends Error {
  override readonly name = "ArgumentError" as const;

  constructor(argument: string, message: string) {
    super(`${argument}: ${message}`);
  }
}

/** Resolves an argument; if there is no match, the error names the argument. */
async function about<Found>(argument: string, finding: Promise<Found> | (() => Found)): Promise<Found> {
  try {
    return typeof finding === "function" ? finding() : await finding;
  } catch (error) {
    throw error instanceof ToolError ? new ArgumentError(argument, error.message) : error;
  }
}

/** The target languages of translations, by code and English name. */
export function languages(): readonly Named[] {
  return Language.options.map((code) => ({ id: code, title: languageName(code) }));
}
