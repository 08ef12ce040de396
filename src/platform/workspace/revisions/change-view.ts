import type { SemanticChange, SemanticChanges } from "../../../contract/models/semantic-change.ts";
import { readVariables, type Variables } from "../../../markdown/expressions/expressions.ts";
import { findBodyStart } from "../../../markdown/grammar/front-matter.ts";
import { TimeSlices } from "../../../markdown/text/time-slices.ts";
import type { StoredMap } from "../../content/content-map.ts";
import { findPage, getPagePath } from "../../content/page-tree.ts";
import type { FileRecord, PageRecord } from "../../content/records.ts";
import { isReusable, titleOfReusable, variablesSource } from "../../content/reusable-contents.ts";
import { type Attributes, type ContentDifference, contentDifferences } from "../../content/semantic-changes.ts";
import { isVisible } from "../../content/visible-text.ts";
import type { Context } from "../../kernel/context.ts";
import { presentFile, presentFileBlob } from "./file-view.ts";

/** How `after` differs from `before`: the first `limit` changes, and the number of further ones. */
export async function presentDifferences(
  context: Context,
  before: StoredMap,
  after: StoredMap,
  limit: number,
): Promise<Pick<SemanticChanges, "changes" | "more">> {
  const differences = await visibleDifferences(context, await contentDifferences(before, after), before, after);
  const timeSlices = new TimeSlices();
  const changes: SemanticChange[] = [];
  for (const difference of differences.slice(0, limit)) {
    await timeSlices.yieldIfDue();
    changes.push(await presentDifference(context, difference, before, after));
  }
  const more = differences.length - changes.length;
  return { changes, ...(more > 0 ? { more } : {}) };
}

/** Without what happened to pages that a visitor does not see on both sides. */
async function visibleDifferences(
  { reader }: Context,
  differences: readonly ContentDifference[],
  before: StoredMap,
  after: StoredMap,
): Promise<readonly ContentDifference[]> {
  const visitor = reader?.visitor;
  if (visitor === undefined) return differences;
  const isSeen = async (map: StoredMap, id: string | undefined) => {
    const page = id === undefined ? undefined : await findPage(map, id);
    return page === undefined || isVisible(map, page, visitor);
  };
  const timeSlices = new TimeSlices();
  const visible: ContentDifference[] = [];
  for (const difference of differences) {
    await timeSlices.yieldIfDue();
    if ("page" in difference) {
      const { id } = difference.page;
      const { before: parent } = difference.type === "page_moved" ? difference : {};
      if (!(await isSeen(before, id)) || !(await isSeen(after, id)) || !(await isSeen(before, parent?.id))) continue;
    }
    visible.push(difference);
  }
  return visible;
}

/** A difference, with each page under its path on that side. */
async function presentDifference(
  context: Context,
  difference: ContentDifference,
  before: StoredMap,
  after: StoredMap,
): Promise<SemanticChange> {
  const presentPage = async (page: PageRecord, map: StoredMap) => ({
    id: page.id,
    type: page.type,
    title: page.title,
    path: await getPagePath(map, page),
  });
  switch (difference.type) {
    case "page_created":
      return { type: difference.type, page: await presentPage(difference.page, after) };
    case "page_deleted":
      return { type: difference.type, page: await presentPage(difference.page, before) };
    case "page_edited":
      return {
        type: difference.type,
        page: await presentPage(difference.page, after),
        attributes: (await withoutSameBody(context, difference.attributes)) as Record<
          string,
          { before?: unknown; after?: unknown }
        >,
      };
    case "page_moved":
      return {
        type: difference.type,
        page: await presentPage(difference.page, after),
        parent: {
          ...(difference.before === undefined ? {} : { before: await presentPage(difference.before, before) }),
          ...(difference.after === undefined ? {} : { after: await presentPage(difference.after, after) }),
        },
      };
    case "file_created":
    case "file_deleted":
    case "file_edited":
      return presentFileDifference(context, difference);
  }
}

/** Drops the body if only the front matter differs, because the changed members are listed instead. */
async function withoutSameBody({ content }: Context, attributes: Attributes): Promise<Attributes> {
  const { document, ...others } = attributes;
  if (document === undefined || Object.keys(others).length === 0) return attributes;
  const [before, after] = [document.before, document.after].map(async (address) =>
    typeof address === "string" ? getBody(await content.readText(address)) : undefined,
  );
  return (await before) === (await after) ? others : attributes;
}

const getBody = (text: string) => text.slice(findBodyStart(text)).trimStart();

type FileDifference = Extract<ContentDifference, { readonly file: FileRecord }>;

type Change = Record<string, { before?: unknown; after?: unknown }>;

/** A difference in a file, a reusable content, or the space's variables, which are also files. */
async function presentFileDifference(context: Context, difference: FileDifference): Promise<SemanticChange> {
  const { file } = difference;
  if (isReusable(file)) return reusableDifference(context, difference);
  if (file.source === variablesSource) return variablesDifference(context, difference);
  const presented = presentFile(context, file, await presentFileBlob(context.content, file));
  if (difference.type !== "file_edited") return { type: difference.type, file: presented };
  return { type: difference.type, file: presented, attributes: difference.attributes as Change };
}

async function reusableDifference({ content }: Context, difference: FileDifference): Promise<SemanticChange> {
  const describe = async (file: FileRecord) => ({
    id: file.id,
    title: titleOfReusable(await content.readText(file.content), file),
    document: file.content,
  });
  const reusableContent = await describe(difference.file);
  if (difference.type !== "file_edited") {
    const type = difference.type === "file_created" ? "reusable_content_created" : "reusable_content_deleted";
    return { type, reusableContent };
  }
  const was = await describe(difference.was);
  const attributes: Change = {};
  for (const name of ["title", "document"] as const) {
    if (was[name] !== reusableContent[name]) attributes[name] = { before: was[name], after: reusableContent[name] };
  }
  return { type: "reusable_content_edited", reusableContent, attributes };
}

async function variablesDifference({ content }: Context, difference: FileDifference): Promise<SemanticChange> {
  const read = async (file: FileRecord): Promise<Variables> => readVariables(await content.readText(file.content));
  const now = difference.type === "file_deleted" ? {} : await read(difference.file);
  const earlier = difference.type === "file_deleted" ? difference.file : undefined;
  const file = difference.type === "file_edited" ? difference.was : earlier;
  const was = file === undefined ? {} : await read(file);
  const variables: Change = {};
  for (const name of new Set([...Object.keys(was), ...Object.keys(now)])) {
    const before = Object.hasOwn(was, name) ? { before: was[name] } : {};
    const after = Object.hasOwn(now, name) ? { after: now[name] } : {};
    if (before.before === after.after) continue;
    variables[name] = { ...before, ...after };
  }
  return { type: "variables_edited", variables };
}
