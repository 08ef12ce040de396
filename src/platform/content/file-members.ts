import type { FileRecord } from "./records.ts";

/** What each part of the platform does with a member of a file, or of a reusable content, which is a file. */
interface FileMember {
  /** Where both sides changed a reusable content: `text` is merged, the others are those of the kept side or follow. */
  readonly merge: "kept" | "text" | "from text";
  readonly difference: "reported" | "not reported";
  /** How the API shows it. `derived`: file-view.ts makes something else of it. */
  readonly view: "as kept" | "derived";
}

const kept = { merge: "kept", difference: "not reported", view: "as kept" } as const;

/** The one list of the members of a file, from which comparison, merge and view are derived. */
const fileMembers = {
  id: kept,
  name: { ...kept, difference: "reported" },
  contentType: { ...kept, difference: "reported" },
  size: { merge: "from text", difference: "reported", view: "as kept" },
  dimensions: kept,
  content: { merge: "text", difference: "not reported", view: "derived" },
  source: { ...kept, view: "derived" },
} as const satisfies { readonly [Member in keyof Required<FileRecord>]: FileMember };

type Table = typeof fileMembers;

export type FileMembersWhere<Concern extends keyof FileMember, Value> = {
  [Member in keyof Table]: Table[Member][Concern] extends Value ? Member : never;
}[keyof Table];

const names = Object.keys(fileMembers) as (keyof Table)[];

/** Members a comparison reports, each with the attribute it reports. */
export const reportedFileMembers = names
  .filter((name) => fileMembers[name].difference === "reported")
  .map((name) => [name, name] as const);

export const shownFileMembers = names.filter(
  (name): name is FileMembersWhere<"view", "as kept"> => fileMembers[name].view === "as kept",
);
