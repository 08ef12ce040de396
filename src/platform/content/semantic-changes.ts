import { TimeSlices } from "../../markdown/text/time-slices.ts";
import type { StoredMap } from "./content-map.ts";
import { reportedFileMembers } from "./file-facts.ts";
import { positionMembers, reportedMembers } from "./page-members.ts";
import { findPages } from "./page-tree.ts";
import { type FileRecord, keys, type PageRecord } from "./records.ts";

/** A logical difference between two revisions. Pages come first, ordered by id, then files. */
export type ContentDifference =
  | { readonly type: "page_created"; readonly page: PageRecord }
  | { readonly type: "page_deleted"; readonly page: PageRecord }
  | { readonly type: "page_edited"; readonly page: PageRecord; readonly attributes: Attributes }
  | {
      readonly type: "page_moved";
      readonly page: PageRecord;
      readonly before: PageRecord | undefined;
      readonly after: PageRecord | undefined;
    }
  | { readonly type: "file_created" | "file_deleted"; readonly file: FileRecord }
  | {
      readonly type: "file_edited";
      readonly file: FileRecord;
      readonly was: FileRecord;
      readonly attributes: Attributes;
    };

export type Attributes = Readonly<Record<string, { readonly before?: unknown; readonly after?: unknown }>>;

/** How `after` differs from `before`. The cost depends on the differences, not on the size. */
export async function contentDifferences(before: StoredMap, after: StoredMap): Promise<ContentDifference[]> {
  const timeSlices = new TimeSlices();
  const found: ContentDifference[] = [];
  for (const difference of await before.diff(after, keys.pages)) {
    await timeSlices.yieldIfDue();
    const was = difference.before === undefined ? undefined : (JSON.parse(difference.before) as PageRecord);
    const is = difference.after === undefined ? undefined : (JSON.parse(difference.after) as PageRecord);
    if (was === undefined && is !== undefined) found.push({ type: "page_created", page: is });
    else if (was !== undefined && is === undefined) found.push({ type: "page_deleted", page: was });
    else if (was !== undefined && is !== undefined) found.push(...(await pageDifferences(was, is)));
  }
  for (const difference of await before.diff(after, keys.files)) {
    await timeSlices.yieldIfDue();
    const was = difference.before === undefined ? undefined : (JSON.parse(difference.before) as FileRecord);
    const is = difference.after === undefined ? undefined : (JSON.parse(difference.after) as FileRecord);
    if (was === undefined && is !== undefined) found.push({ type: "file_created", file: is });
    else if (was !== undefined && is === undefined) found.push({ type: "file_deleted", file: was });
    else if (was !== undefined && is !== undefined) {
      found.push({ type: "file_edited", file: is, was, attributes: changed(was, is, reportedFileMembers) });
    }
  }
  return found;

  async function pageDifferences(was: PageRecord, is: PageRecord): Promise<ContentDifference[]> {
    const attributes = changed(was, is, reportedMembers);
    const edited = Object.keys(attributes).length > 0;
    const moved = positionMembers.some((member) => was[member] !== is[member]);
    return [
      ...(edited ? [{ type: "page_edited" as const, page: is, attributes }] : []),
      ...(moved
        ? [{ type: "page_moved" as const, page: is, before: await parent(before, was), after: await parent(after, is) }]
        : []),
    ];
  }
}

async function parent(map: StoredMap, page: PageRecord): Promise<PageRecord | undefined> {
  return page.parent === null ? undefined : (await findPages(map, [page.parent])).get(page.parent);
}

/** The members that differ, each under the attribute it is reported as. */
function changed<Subject extends object>(
  was: Subject,
  is: Subject,
  members: readonly (readonly [member: keyof Subject & string, attribute: string])[],
): Attributes {
  return Object.fromEntries(
    members
      .filter(([member]) => differs(was[member], is[member]))
      .map(([member, attribute]) => [attribute, { before: was[member], after: is[member] }]),
  );
}

const differs = (was: unknown, is: unknown) => was !== is && JSON.stringify(was) !== JSON.stringify(is);
