import type { ResolvedReference } from "../../../contract/models/link.ts";
import type { Role } from "../../../contract/models/role.ts";
import { findActiveMember, findOrganization } from "../../access/people-rows.ts";
import type { SpaceScope } from "../../access/scope.ts";
import { organizationsOfOwnTeams } from "../../access/teams-rows.ts";
import { findFiles, findPages, getPagePaths } from "../../content/page-tree.ts";
import type { FileRecord, PageRecord } from "../../content/records.ts";
import { isReusable } from "../../content/reusable-contents.ts";
import { appAddress } from "../../kernel/app-address.ts";
import type { Context } from "../../kernel/context.ts";
import type { Row } from "../../kernel/database/tables.ts";
import { presentOrganization } from "../organizations/index.ts";
import { presentFile, presentPage, presentReusable, type RevisionReader } from "../revisions/index.ts";
import { presentSpace } from "../spaces/index.ts";
import type { LinkGroup } from "./rows.ts";

interface Referred {
  /** Ids of pages and reusable contents with links. */
  readonly holders: readonly string[];
  readonly pages: readonly string[];
  readonly files: readonly string[];
}

type PageInContext = ResolvedReference & { kind: "page" };

type Surroundings = Pick<PageInContext, "organization" | "space" | "versionContext">;

/** Presents the ends of links within one space with their objects. */
export class ReferencePresenter {
  readonly #context: Context;
  readonly #around: Surroundings;
  readonly #app: string;
  readonly #pages: ReadonlyMap<string, PageRecord>;
  readonly #paths: ReadonlyMap<string, string>;
  readonly #files: ReadonlyMap<string, FileRecord>;
  /** Texts of the files that are reusable contents. */
  readonly #texts: ReadonlyMap<string, string>;

  private constructor(
    context: Context,
    space: Row<"space">,
    around: Surroundings,
    pages: ReadonlyMap<string, PageRecord>,
    paths: ReadonlyMap<string, string>,
    files: ReadonlyMap<string, FileRecord>,
    texts: ReadonlyMap<string, string>,
  ) {
    this.#context = context;
    this.#around = around;
    this.#app = appAddress(context, { kind: "content", organization: space.organization, space: space.id });
    this.#pages = pages;
    this.#paths = paths;
    this.#files = files;
    this.#texts = texts;
  }

  /** Reads everything the references need, in a few queries. */
  static async open(
    context: Context,
    scope: SpaceScope,
    revision: RevisionReader,
    referred: Referred,
  ): Promise<ReferencePresenter> {
    const { queries, user } = context;
    const { space } = scope;
    const { map } = revision;
    const organization = await findOrganization(queries, space.organization);
    if (organization === undefined) throw new Error(`Space ${space.id} lost its organization`);
    const member = await findActiveMember(queries, organization.id, user.id);
    const ownTeams = await organizationsOfOwnTeams(queries, user.id, [organization.id]);
    const organizationRole = (member?.role ?? null) as Role | null;
    const around = {
      organization: presentOrganization(context, organization, organizationRole, ownTeams.has(organization.id)),
      space: await presentSpace(context, scope),
      versionContext: { type: "revision" as const, revision: await revision.outline(false) },
    };
    const pages = await findPages(map, [...new Set([...referred.holders, ...referred.pages])]);
    const paths = await getPagePaths(map, [...pages.values()]);
    const others = referred.holders.filter((id) => !pages.has(id));
    const files = await findFiles(map, [...new Set([...others, ...referred.files])]);
    const reusable = [...files.values()].filter(isReusable).map(({ content }) => content);
    const texts = await context.content.readTexts(reusable);
    return new ReferencePresenter(context, space, around, pages, paths, files, texts);
  }

  /** Where links are. A reusable content is a single location, even if several of its sections have links. */
  presentLocations(
    presentLocations: readonly { readonly page: string; readonly anchor: string }[],
  ): ResolvedReference[] {
    const presentedFiles = new Set<string>();
    return presentLocations.flatMap(({ page, anchor }) => {
      const location = this.#presentLocation(page, anchor) ?? (presentedFiles.has(page) ? undefined : this.#file(page));
      presentedFiles.add(page);
      return location ?? [];
    });
  }

  /** A page or a section of it; undefined if the page is gone. */
  #presentLocation(id: string, anchor: string | undefined): PageInContext | undefined {
    const record = this.#pages.get(id);
    if (record === undefined) return undefined;
    const view = { app: this.#app };
    return {
      kind: "page",
      ...this.#around,
      page: presentPage(record, this.#paths.get(id) ?? record.slug, [], view),
      ...(anchor ? { internalLocation: { type: "anchor" as const, anchor } } : {}),
    };
  }

  #file(id: string): ResolvedReference | undefined {
    const file = this.#files.get(id);
    if (file === undefined) return undefined;
    const text = this.#texts.get(file.content);
    return text === undefined || !isReusable(file)
      ? { kind: "file", ...this.#around, file: presentFile(this.#context, file, undefined) }
      : { kind: "reusable-content", ...this.#around, reusableContent: presentReusable(file, text, undefined) };
  }

  /** The target of a group of links. An address that names nothing is presented as written. */
  target({ target, href }: LinkGroup): ResolvedReference | undefined {
    const [, kind = "", id = "", anchor] = /^([a-z]+):([^#]*)(?:#(.*))?$/s.exec(target) ?? [];
    switch (kind) {
      case "page":
        return this.#presentLocation(id, anchor);
      case "file":
        return this.#file(id);
      case "url":
      case "app":
      case "broken":
        return { kind: "url", url: href };
      default:
        return undefined;
    }
  }
}
