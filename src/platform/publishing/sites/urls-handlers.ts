import type { LocatedContent } from "../../../contract/models/located-content.ts";
import { findChangeRequest } from "../../access/change-requests-rows.ts";
import { findVisibleCollection, findVisibleSpace } from "../../access/scope.ts";
import { findPage, findPageByPath } from "../../content/page-tree.ts";
import { findRedirected } from "../../content/redirects.ts";
import { findRevision } from "../../content/revisions-rows.ts";
import type { Context } from "../../kernel/context.ts";
import type { Handlers } from "../../kernel/handler.ts";
import { Problem } from "../../kernel/problem.ts";
import { type Address, readAddress } from "../../workspace/links/index.ts";
import { presentChangeRequest, RevisionReader, type RevisionScope } from "../../workspace/revisions/index.ts";
import { presentCollection, presentSpace } from "../../workspace/spaces/index.ts";
import { findPublishedPage } from "./published-page.ts";
import { resolveAddress } from "./resolve.ts";

export const urls: Handlers<"urls"> = {
  async getContent({ url }, context) {
    const address = readAddress(url) ?? (await publishedAddress(url, context));
    if (address === undefined) {
      throw new Problem("not_found", "url: this is not an address of a space, collection or page of this service.");
    }
    switch (address.kind) {
      case "organization":
        throw new Problem(
          "not_found",
          "url: this leads to an organization, not to content. Read the organization by its id.",
        );
      case "collection": {
        const scope = await findVisibleCollection(context, address.collection);
        if (scope === undefined) throw noContent();
        return { collection: await presentCollection(context, scope) };
      }
      case "space":
        return locate(address, context);
    }
  },
};

/** The web app address for the content at an address of a published site. */
async function publishedAddress(url: string, context: Context): Promise<Address | undefined> {
  const place = await resolveAddress(context, { url: new URL(url), member: context.user.id });
  if (place.kind !== "place") return undefined;
  const { variant, changeRequest, namedRevision } = place;
  const found = await findPublishedPage(context, place);
  return {
    kind: "space",
    space: variant.space.id,
    ...(changeRequest === undefined ? {} : { changeRequest: changeRequest.id }),
    ...(namedRevision === undefined ? {} : { revision: namedRevision }),
    ...(found !== undefined ? { page: { id: found.page.id } } : { page: { path: place.pagePath } }),
  };
}

/** The same message for what does not exist and what the caller may not see. */
const noContent = () => new Problem("not_found", "url: this leads to nothing, or to something this token may not see.");

async function locate(address: Address & { kind: "space" }, context: Context): Promise<LocatedContent> {
  const { queries } = context;
  const scope = await findVisibleSpace(context, address.space);
  if (scope === undefined || scope.space.deleted_at !== null) throw noContent();
  const { space } = scope;
  if (address.organization !== undefined && address.organization !== space.organization) throw noContent();
  const named = address.changeRequest;
  const changeRequest = named === undefined ? undefined : await findChangeRequest(queries, space.id, named);
  if (named !== undefined && changeRequest === undefined) throw noContent();
  const revision = changeRequest?.revision ?? address.revision ?? space.revision;
  if ((await findRevision(queries, space.id, revision)) === undefined) throw noContent();
  const located = { space: await presentSpace(context, scope) };
  const content = { space, revision, ...(changeRequest === undefined ? {} : { changeRequest }) };
  return {
    ...located,
    ...(changeRequest === undefined
      ? {}
      : { changeRequest: await presentChangeRequest(context, changeRequest, space) }),
    ...(address.page === undefined ? {} : { page: await pageAt(address.page, context, content) }),
  };
}

async function pageAt(page: { id: string } | { path: string }, context: Context, content: RevisionScope) {
  const reader = await RevisionReader.open(context, content);
  const found =
    "id" in page
      ? await findPage(reader.map, page.id)
      : ((await findPageByPath(reader.map, page.path)) ?? (await findRedirected(reader.map, page.path)));
  if (found !== undefined) return reader.pageWithoutBody(found);
  const name = "id" in page ? page.id : `"${page.path}"`;
  throw new Problem(
    "not_found",
    `url: space ${content.space.id} has no page ${name}. It may have moved; search for it.`,
  );
}
