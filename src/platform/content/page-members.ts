import type { InsertPage, UpdatePage } from "../../contract/models/content-change.ts";
import type { Page } from "../../contract/models/page.ts";
import type { Declared } from "../kernel/database/row-view.ts";
import type { PageRecord } from "./records.ts";

/** How a merge treats a member. */
type Merge =
  /** Takes the kept side's value: both sides have the same, or it is not content. */
  | "kept"
  /** Takes the later of the two. */
  | "latest"
  | {
      /**
       * The member it is merged with, which names their conflicts, or its own name if it is merged by itself. Halves from
       * different sides must not be combined.
       */
      readonly unit: keyof PageRecord;
      /** What happens when both sides changed it differently. `from text`: the merged front matter decides. */
      readonly conflict: "property" | "place" | "text" | "from text";
    };

/** What a comparison reports when a member differs: an attribute of this name, or a move. */
type Difference = { readonly attribute: string } | "moved" | "not reported";

/** How a page's front matter holds a member. `structure`: page-front-matter.ts reads it, and nothing writes it. */
type FrontMatter<Value> =
  | "not in front matter"
  | (Value extends string
      ? { readonly kind: "text"; readonly maxLength: number; readonly key?: string }
      : Value extends boolean
        ? "flag"
        : "structure");

/** How the API presents a member. `derived`: page-view.ts derives something else from it. */
type View<Member extends keyof PageRecord> =
  | "derived"
  | "not shown"
  | (Member extends keyof Declared<Page> ? (PageRecord[Member] extends Page[Member] ? "as kept" : never) : never);

type ChangeProperty = Exclude<keyof UpdatePage | keyof InsertPage, "operation" | "page" | "ref">;

/** The property of a change that sets a member: `set` for one of the same name; otherwise apply-changes.ts reads it. */
type Change<Member extends keyof PageRecord> =
  | "not changed"
  | { readonly by: ChangeProperty }
  | (Member extends ChangeProperty ? "set" : never);

/** What each part of the platform does with a page's member. A member that a part ignores says so explicitly. */
interface PageMember<Member extends keyof PageRecord> {
  readonly merge: Merge;
  readonly difference: Difference;
  readonly frontMatter: FrontMatter<NonNullable<PageRecord[Member]>>;
  readonly view: View<Member>;
  readonly change: Change<Member>;
  /** The role of a member as given to translators; `text` for the body, which is translated in segments. */
  readonly translation: { readonly role: string } | "text" | "not translated";
  /** Whether a change to it requires updating the search index. */
  readonly search: "indexed" | "not indexed";
}

export type PageMembers = { readonly [Member in keyof Required<PageRecord>]: PageMember<Member> };

const bookkeeping = {
  difference: "not reported",
  frontMatter: "not in front matter",
  change: "not changed",
  translation: "not translated",
  search: "not indexed",
} as const;

const plain = { frontMatter: "not in front matter", translation: "not translated", search: "not indexed" } as const;

const flag = {
  ...plain,
  frontMatter: "flag",
  view: "as kept",
  change: "set",
} as const;

const fromText = {
  ...plain,
  frontMatter: "structure",
  change: "not changed",
} as const;

/**
 * The single list of a page's members. Merge, comparison, front matter, view, changes, translation and search are
 * derived from it. It also sets the order in which conflicts and attributes are reported and front matter is written.
 */
export const pageMembers = {
  id: { ...bookkeeping, merge: "kept", view: "as kept" },
  parent: {
    ...plain,
    merge: { unit: "parent", conflict: "place" },
    difference: "moved",
    view: "not shown",
    change: { by: "into" },
  },
  order: {
    ...plain,
    merge: { unit: "parent", conflict: "place" },
    difference: "moved",
    view: "not shown",
    change: { by: "at" },
  },
  title: {
    merge: { unit: "title", conflict: "property" },
    difference: { attribute: "title" },
    frontMatter: "not in front matter",
    view: "as kept",
    change: { by: "title" },
    translation: { role: "title" },
    search: "indexed",
  },
  linkTitle: {
    merge: { unit: "title", conflict: "property" },
    difference: { attribute: "linkTitle" },
    frontMatter: "not in front matter",
    view: "as kept",
    change: "not changed",
    translation: { role: "link title" },
    search: "not indexed",
  },
  slug: {
    merge: { unit: "slug", conflict: "property" },
    difference: { attribute: "slug" },
    frontMatter: "not in front matter",
    view: "as kept",
    change: { by: "slug" },
    translation: "not translated",
    search: "indexed",
  },
  source: {
    ...bookkeeping,
    merge: { unit: "source", conflict: "property" },
    view: "derived",
    search: "indexed",
  },
  content: {
    merge: { unit: "content", conflict: "text" },
    difference: { attribute: "document" },
    frontMatter: "not in front matter",
    view: "not shown",
    change: { by: "document" },
    translation: "text",
    search: "indexed",
  },
  type: { ...bookkeeping, merge: { unit: "type", conflict: "property" }, view: "derived" },
  target: {
    ...plain,
    merge: { unit: "type", conflict: "property" },
    difference: { attribute: "target" },
    view: "derived",
    change: "not changed",
  },
  computed: {
    ...bookkeeping,
    merge: { unit: "computed", conflict: "property" },
    view: "derived",
    change: { by: "computed" },
  },
  part: { ...bookkeeping, merge: "kept", view: "derived" },
  emoji: {
    ...plain,
    merge: { unit: "emoji", conflict: "property" },
    difference: { attribute: "emoji" },
    frontMatter: { kind: "text", maxLength: 50 },
    view: "as kept",
    change: "set",
  },
  icon: {
    ...plain,
    merge: { unit: "emoji", conflict: "property" },
    difference: { attribute: "icon" },
    frontMatter: { kind: "text", maxLength: 50 },
    view: "as kept",
    change: "set",
  },
  description: {
    merge: { unit: "description", conflict: "property" },
    difference: { attribute: "description" },
    frontMatter: { kind: "text", maxLength: 2000 },
    view: "as kept",
    change: "set",
    translation: { role: "description" },
    search: "indexed",
  },
  condition: {
    ...plain,
    merge: { unit: "condition", conflict: "property" },
    difference: { attribute: "condition" },
    frontMatter: { kind: "text", maxLength: 1024, key: "if" },
    view: "as kept",
    change: "set",
  },
  hidden: { ...flag, merge: { unit: "hidden", conflict: "property" }, difference: { attribute: "hidden" } },
  noIndex: {
    ...flag,
    merge: { unit: "noIndex", conflict: "property" },
    difference: { attribute: "noIndex" },
    search: "indexed",
  },
  noRobotsIndex: {
    ...flag,
    merge: { unit: "noRobotsIndex", conflict: "property" },
    difference: { attribute: "noRobotsIndex" },
  },
  layout: {
    ...fromText,
    merge: { unit: "layout", conflict: "from text" },
    difference: { attribute: "layout" },
    view: "derived",
  },
  cover: {
    ...fromText,
    merge: { unit: "cover", conflict: "from text" },
    difference: { attribute: "cover" },
    view: "derived",
  },
  variables: {
    ...fromText,
    merge: { unit: "variables", conflict: "from text" },
    difference: { attribute: "variables" },
    view: "as kept",
  },
  createdAt: { ...bookkeeping, merge: "kept", view: "as kept" },
  updatedAt: { ...bookkeeping, merge: "latest", view: "as kept" },
} as const satisfies PageMembers;

type Table = typeof pageMembers;

/** The members for which a concern has one of `Values`. */
export type MembersWhere<Concern extends keyof PageMember<keyof PageRecord>, Values> = {
  [Member in keyof Table]: Table[Member][Concern] extends Values ? Member : never;
}[keyof Table];

/** Every property of a change must set a member: one that no member names leaves `never` here. */
export type UnreadProperty = Exclude<
  ChangeProperty,
  MembersWhere<"change", "set"> | Extract<Table[keyof Table]["change"], { readonly by: ChangeProperty }>["by"]
>;

type Entry = { [Member in keyof Table]: readonly [Member, PageMember<keyof PageRecord>] }[keyof Table];

const entries = Object.entries(pageMembers) as Entry[];

const membersThat = <Member extends keyof PageRecord>(
  has: (member: PageMember<keyof PageRecord>) => boolean,
): readonly Member[] => entries.filter(([, member]) => has(member)).map(([name]) => name as Member);

export type DescribedMember = Exclude<keyof Table, MembersWhere<"frontMatter", "not in front matter">>;

/** Members that a page's front matter keeps, so that they survive an export and a later import. */
export const describedMembers = membersThat<DescribedMember>((member) => member.frontMatter !== "not in front matter");

export type Described = Pick<PageRecord, DescribedMember>;

/** Members that a change sets by their own names. */
export const settableMembers = membersThat<MembersWhere<"change", "set">>(({ change }) => change === "set");

/** Members that a comparison reports, each with its attribute. */
export const reportedMembers: readonly (readonly [member: keyof PageRecord, attribute: string])[] = entries.flatMap(
  ([name, { difference }]) => (typeof difference === "object" ? [[name, difference.attribute] as const] : []),
);

export const positionMembers = membersThat<MembersWhere<"difference", "moved">>(
  ({ difference }) => difference === "moved",
);

export type TranslatedMember = MembersWhere<"translation", { role: string }>;

export const translatedMembers = membersThat<TranslatedMember>(({ translation }) => typeof translation === "object");

export const indexedMembers = membersThat<MembersWhere<"search", "indexed">>(({ search }) => search === "indexed");

export const membersFromText = membersThat<MembersWhere<"merge", { conflict: "from text" }>>(
  ({ merge }) => typeof merge === "object" && merge.conflict === "from text",
);

/** Members that are merged together. */
export interface MergeUnit {
  /** Names the unit's conflicts. */
  readonly name: keyof PageRecord;
  readonly members: readonly (keyof PageRecord)[];
  readonly conflict: Extract<Merge, object>["conflict"];
}

export const mergeUnits: readonly MergeUnit[] = entries.flatMap(([name, { merge }]) => {
  if (typeof merge !== "object" || merge.unit !== name) return [];
  const members = membersThat(({ merge: other }) => typeof other === "object" && other.unit === name);
  return [{ name, members, conflict: merge.conflict }];
});

export const latestMembers = membersThat<MembersWhere<"merge", "latest">>(({ merge }) => merge === "latest");

/** Members that the API presents unchanged. */
export const shownMembers = membersThat<MembersWhere<"view", "as kept">>(({ view }) => view === "as kept");
