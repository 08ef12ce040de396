import type { UpdatePage } from "../../contract/models/content-change.ts";
import type { Described } from "./page-front-matter.ts";

/** Members of a page that a change sets itself; null clears one. */
export function changedMembers(change: Omit<UpdatePage, "operation" | "page">): Partial<Described> {
  const { emoji, icon, description, condition, hidden, noIndex, noRobotsIndex } = change;
  const given = Object.entries({ emoji, icon, description, condition, hidden, noIndex, noRobotsIndex });
  return Object.fromEntries(
    given.filter(([, value]) => value !== undefined).map(([name, value]) => [name, value ?? undefined]),
  );
}
