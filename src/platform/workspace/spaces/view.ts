import type { GitInfo } from "../../../contract/models/git.ts";
import type { Collection, Space } from "../../../contract/models/space.ts";
import { countByStatus } from "../../access/change-requests-rows.ts";
import { findCollections } from "../../access/collections-rows.ts";
import { findMemberships } from "../../access/people-rows.ts";
import { may } from "../../access/roles.ts";
import { type CollectionScope, collectionScope, type SpaceScope } from "../../access/scope.ts";
import { appAddress } from "../../kernel/app-address.ts";
import type { Context } from "../../kernel/context.ts";
import type { ColumnMembers, Members, Shown } from "../../kernel/database/row-view.ts";
import type { Queries, Row } from "../../kernel/database/tables.ts";
import { definedMembers } from "../../kernel/defined-members.ts";
import { countOpenComments } from "../../review/comments/index.ts";

const members = {
  id: "id",
  organization: "organization",
  parent: "parent",
  position: "internal",
  level: "internal",
  default_level: "defaultLevel",
  title: "title",
  emoji: "emoji",
  // What readers may see follows from the sites that show a space.
  visibility: "internal",
  edit_mode: "editMode",
  language: "language",
  merge_rules: "mergeRules",
  revision: "revision",
  last_number: "internal",
  created_at: "createdAt",
  updated_at: "updatedAt",
  deleted_at: "deletedAt",
} as const satisfies ColumnMembers<"space", Space>;

export async function presentSpace(context: Context, scope: SpaceScope): Promise<Space> {
  const [presented] = await presentSpaces(context, [scope]);
  if (presented === undefined) throw new Error(`Space ${scope.space.id} was not presented`);
  return presented;
}

/** How readers reach a space that a published site shows. */
export interface ReadersAccess {
  readonly visibility: Exclude<Space["visibility"], "in-collection" | "private">;
  /** Undefined if every address contains a secret. */
  readonly url: string | undefined;
}

declare module "../../kernel/context.ts" {
  interface Setup {
    /** How readers reach those spaces that a published site shows. */
    readersAccess(
      queries: Queries,
      origin: string,
      spaces: readonly string[],
    ): Promise<ReadonlyMap<string, ReadersAccess>>;
    /** Which repositories these spaces are synchronized with, by space. */
    gitSyncs(queries: Queries, spaces: readonly string[]): Promise<ReadonlyMap<string, GitInfo>>;
  }
}

const toUrls = ({ url, visibility }: ReadersAccess) =>
  url === undefined ? {} : { published: url, ...(visibility === "public" && { public: url }) };

/** Takes a fixed number of queries, however many spaces there are. */
export async function presentSpaces(context: Context, scopes: readonly SpaceScope[]): Promise<Space[]> {
  const { queries, origin, reader } = context;
  const ids = scopes.map(({ space }) => space.id);
  // Visitors of a site do not see the work behind it.
  const counted = reader === undefined ? ids : [];
  const comments = await countOpenComments(queries, counted);
  const counts = new Map<string, Record<string, number>>();
  for (const { space, status, count } of await countByStatus(queries, counted)) {
    counts.set(space, { ...counts.get(space), [status]: count });
  }
  const parents = await visibleParents(
    context,
    scopes.map(({ space }) => space),
  );
  const gitSyncs = await context.gitSyncs(queries, reader?.showsGit === false ? [] : ids);
  const access: ReadonlyMap<string, ReadersAccess> =
    reader?.spaces ?? (await context.readersAccess(queries, origin, ids));
  return scopes.map(({ space, role }) => {
    const revision = reader?.spaces.get(space.id)?.revision ?? space.revision;
    const readers = access.get(space.id);
    const { draft = 0, open = 0, archived = 0, merged = 0 } = counts.get(space.id) ?? {};
    const shown: Shown<typeof members, Space> = {
      id: space.id,
      title: space.title,
      emoji: space.emoji,
      createdAt: space.created_at,
      updatedAt: space.updated_at,
      deletedAt: space.deleted_at ?? undefined,
      editMode: space.edit_mode as Space["editMode"],
      mergeRules: JSON.parse(space.merge_rules) as Space["mergeRules"],
      organization: space.organization,
      parent: space.parent !== null && parents.has(space.parent) ? space.parent : undefined,
      language: (space.language ?? undefined) as Space["language"],
      revision,
      defaultLevel: space.default_level as Space["defaultLevel"],
    };
    const presented: Members<Space> = {
      object: "space",
      ...shown,
      visibility: readers?.visibility ?? "private",
      urls: {
        location: `${origin}/v1/spaces/${space.id}`,
        app: appAddress(context, { kind: "content", organization: space.organization, space: space.id }),
        ...(readers !== undefined && toUrls(readers)),
      },
      gitSync: gitSyncs.get(space.id),
      comments: comments.get(space.id) ?? 0,
      changeRequests: draft + open + archived + merged,
      changeRequestsOpen: open,
      changeRequestsDraft: draft,
      permissions: {
        view: may(role, "view"),
        access: may(role, "view"),
        admin: may(role, "admin"),
        viewInviteLinks: may(role, "admin"),
        edit: may(role, "edit") && space.edit_mode !== "locked",
        triggerGitSync: may(role, "admin") && space.edit_mode !== "locked",
        comment: may(role, "comment"),
        merge: may(role, "merge") && space.edit_mode !== "locked",
        review: may(role, "review"),
        installIntegration: may(role, "admin"),
      },
      visitorAuth: undefined,
    };
    return definedMembers(presented);
  });
}

export async function presentCollection(context: Context, scope: CollectionScope): Promise<Collection> {
  const [presented] = await presentCollections(context, [scope]);
  if (presented === undefined) throw new Error(`Collection ${scope.collection.id} was not presented`);
  return presented;
}

export async function presentCollections(context: Context, scopes: readonly CollectionScope[]): Promise<Collection[]> {
  const parents = await visibleParents(
    context,
    scopes.map(({ collection }) => collection),
  );
  return scopes.map(({ collection, role }) => ({
    object: "collection",
    id: collection.id,
    title: collection.title,
    ...(collection.description === null ? {} : { description: collection.description }),
    organization: collection.organization,
    ...(collection.parent !== null && parents.has(collection.parent) ? { parent: collection.parent } : {}),
    defaultLevel: collection.default_level as Collection["defaultLevel"],
    urls: {
      location: `${context.origin}/v1/collections/${collection.id}`,
      app: appAddress(context, { kind: "collection", organization: collection.organization, id: collection.id }),
    },
    permissions: {
      view: may(role, "view"),
      admin: may(role, "admin"),
      viewInviteLinks: may(role, "admin"),
      create: may(role, "create"),
    },
  }));
}

type WithParent = Pick<Row<"space">, "parent">;

/** The parent collections that the caller may see; others are not mentioned. */
async function visibleParents({ queries, user }: Context, rows: readonly WithParent[]): Promise<Set<string>> {
  const ids = new Set(rows.flatMap(({ parent }) => parent ?? []));
  const collections = await findCollections(queries, [...ids]);
  const organizations = new Set(collections.map(({ organization }) => organization));
  const memberships = new Map(
    (await findMemberships(queries, user.id, [...organizations])).map((member) => [member.organization, member]),
  );
  const seen = collections.filter((collection) => {
    const viewer = memberships.get(collection.organization);
    return viewer !== undefined && may(collectionScope(viewer, collection).role, "view");
  });
  return new Set(seen.map(({ id }) => id));
}
