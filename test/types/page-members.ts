import type { Page } from "../../src/contract/models/page.ts";
import type { Space } from "../../src/contract/models/space.ts";
import { type PageMembers, pageMembers, type UnreadProperty } from "../../src/platform/content/page-members.ts";
import type { PageRecord } from "../../src/platform/content/records.ts";
import type {
  ColumnMembers,
  Declared,
  Members,
  Shown,
  UpdateColumns,
} from "../../src/platform/kernel/database/row-view.ts";

const { icon, ...withoutIcon } = pageMembers;
const { frontMatter: _frontMatter, ...withoutFrontMatter } = icon;
const { merge: _merge, ...withoutMerge } = icon;
const { view: _view, ...withoutView } = icon;
const { difference: _difference, ...withoutDifference } = icon;
const { change: _change, ...withoutChange } = icon;

export const complete: PageMembers = pageMembers;

// @ts-expect-error a member of a page that the table forgets
export const forgottenMember: PageMembers = withoutIcon;

// @ts-expect-error a member of the table that a page does not have
export const strayMember = { ...pageMembers, color: icon } satisfies PageMembers & { color?: never };

// @ts-expect-error a member that front matter forgets
export const forgottenInFrontMatter: PageMembers["icon"] = withoutFrontMatter;

// @ts-expect-error a member that the merge forgets
export const forgottenInMerge: PageMembers["icon"] = withoutMerge;

// @ts-expect-error a member that the view forgets
export const forgottenInView: PageMembers["icon"] = withoutView;

// @ts-expect-error a member that the comparison forgets
export const forgottenInDifference: PageMembers["icon"] = withoutDifference;

// @ts-expect-error a member of which nothing says whether a change sets it
export const forgottenInChange: PageMembers["icon"] = withoutChange;

// @ts-expect-error a text kept in front matter says how long it may be
export const textWithoutLength: PageMembers["icon"] = { ...icon, frontMatter: { kind: "text" } };

// @ts-expect-error a member that the API does not have cannot be shown as it is kept
export const shownUnknown: PageMembers["parent"] = { ...pageMembers.parent, view: "as kept" };

// @ts-expect-error a member that no change has cannot be set by one
export const setUnknown: PageMembers["layout"] = { ...pageMembers.layout, change: "set" };

// The members of the API's page that no record holds: derived, read with the body, or not provided.
type Derived = "kind" | "urls" | "path" | "pages" | "git" | "tags" | "computedSeed";
type Body = "markdown" | "document" | "unresolved";
type NotProvided = "documentId" | "href" | "metaLinks";
type Unlisted = Exclude<keyof Declared<Page>, keyof PageRecord | Derived | Body | NotProvided>;
export const everyMemberListed: [Unlisted] extends [never] ? true : false = true;

// Every property of a change sets a member.
export const unread: [UnreadProperty] extends [never] ? true : false = true;

declare const columns: ColumnMembers<"space", Space>;
const { language: _language, ...withoutLanguage } = columns;

// @ts-expect-error a column that the view of its table forgets
export const forgottenColumn: ColumnMembers<"space", Space> = withoutLanguage;

// @ts-expect-error a column shown as a member that the model does not have
export const shownAsUnknown: ColumnMembers<"space", Space> = { ...columns, language: "tongue" };

// @ts-expect-error a member that a column promises and the view does not give
export const forgottenInShown: Shown<{ readonly title: "title"; readonly level: "internal" }, Space> = {};

declare const space: Members<Space>;
const { gitSync: _gitSync, ...withoutSync } = space;

// @ts-expect-error a member that the model declares, though optional, and the view forgets
export const forgottenOptional: Members<Space> = withoutSync;

// @ts-expect-error a member of an update that sets no column
export const forgottenUpdate: UpdateColumns<"space", { title?: string; emoji?: string }> = {
  title: (title) => ({ title }),
};

// @ts-expect-error a member of an update that sets a column of another table
export const strayColumn: UpdateColumns<"space", { title?: string }> = { title: (subject) => ({ subject }) };
