import { truncate } from "../../../markdown/text/trim.ts";
import { copyGrants } from "../../access/grants-rows.ts";
import type { SpaceScope } from "../../access/scope.ts";
import { insertSpace } from "../../access/spaces-rows.ts";
import { followCopy } from "../../content/computed/index.ts";
import { emptyRoot } from "../../content/ordered-map/node-codec.ts";
import { insertRevision, requireRoot } from "../../content/revisions-rows.ts";
import { indexDifferences } from "../../content/search/index.ts";
import type { Context } from "../../kernel/context.ts";
import { createId } from "../../kernel/database/ids.ts";
import type { Row } from "../../kernel/database/tables.ts";
import { requireOwnParent } from "./new-position.ts";

/** The longest title the API allows. */
export const maxTitleLength = 50;

interface Maker extends Pick<Context, "queries" | "now"> {
  readonly user: Pick<Row<"user">, "id">;
}

type RequiredColumns = Pick<Row<"space">, "organization" | "parent" | "title">;

type Settings = Pick<
  Row<"space">,
  "emoji" | "visibility" | "edit_mode" | "default_level" | "language" | "merge_rules" | "deleted_at"
>;

const defaultSettings: Settings = {
  emoji: "",
  visibility: "private",
  edit_mode: "live",
  default_level: "inherit",
  language: null,
  merge_rules: JSON.stringify({ type: "inherit" }),
  deleted_at: null,
};

/** Creates a space whose first revision has the content at `root`. Does not index it. Returns the space's id. */
export async function makeSpace(
  { queries, now, user }: Maker,
  settings: RequiredColumns & Partial<Settings>,
  root = emptyRoot,
  id = createId(),
): Promise<string> {
  const revision = await insertRevision(queries, {
    space: id,
    root,
    parents: [],
    type: "edits",
    createdAt: now,
    createdBy: user.id,
  });
  await insertSpace(queries, { ...defaultSettings, ...settings, id, revision, created_at: now, updated_at: now });
  return id;
}

/**
 * The same, next to a space, with its settings and access: what users may not read there, they may not read here.
 * Throws unless the caller may add spaces there.
 */
export async function makeSiblingSpace(
  context: Context,
  source: Row<"space">,
  { mark, language = source.language }: { readonly mark: string; readonly language?: string | null },
  root = emptyRoot,
): Promise<string> {
  await requireOwnParent(context, source);
  const { position: _position, level: _level, last_number: _number, ...settings } = source;
  const title = truncate(source.title, maxTitleLength - mark.length) + mark;
  const id = await makeSpace(context, { ...settings, title, edit_mode: "live", language }, root);
  await copyGrants(context.queries, source.id, id);
  return id;
}

/**
 * Creates a copy of a space next to it, with its pages, files, settings and access, but without its history, change
 * requests and comments. Returns the new id.
 */
export async function duplicateSpace(context: Context, { space }: SpaceScope): Promise<string> {
  const { queries, content } = context;
  const root = await requireRoot(queries, space.id, space.revision);
  const id = await makeSiblingSpace(context, space, { mark: " (copy)" }, root);
  await indexDifferences(queries, content, id, content.at(emptyRoot), content.at(root));
  await followCopy(context, space.id, id);
  return id;
}
