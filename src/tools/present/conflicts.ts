import type { z } from "zod";
import type { MergeConflict } from "../../contract/models/change-request.ts";
import { fence } from "./fence.ts";
import { quoted } from "./name.ts";
import { endWithin, fenceTokens } from "./within.ts";

type Conflict = z.infer<typeof MergeConflict>;

/** What a conflict costs at least to be of use: its line and a few words of each side. */
const leastTokens = 3 * fenceTokens + 180;

/** Each conflict with the base and both sides, within a number of tokens; those that do not fit are counted. */
export function presentConflicts(conflicts: readonly Conflict[], tokens: number): string {
  const count = Math.min(conflicts.length, Math.max(1, Math.floor(tokens / leastTokens)));
  const perSide = Math.floor((tokens / count - 3 * fenceTokens - 60) / 3);
  const shown = conflicts.slice(0, count).map((conflict, at) => `${at + 1}. ${presentConflict(conflict, perSide)}`);
  const left = conflicts.length - count;
  const pages = [...new Set(conflicts.slice(count).map(({ page }) => page))].slice(0, 20).join(", ");
  return [...shown, ...(left > 0 ? [`And ${left} more, on the pages with the ids ${pages}.`] : [])].join("\n");
}

function presentConflict(conflict: Conflict, tokens: number): string {
  const name = `page ${quoted(conflict.title)} (path ${quoted(conflict.path)}, id ${conflict.page})`;
  if (conflict.kind === "deleted_in_space") return `${name}: deleted in the space, edited in the change request.`;
  if (conflict.kind === "deleted_in_change_request")
    return `${name}: edited in the space, deleted in the change request.`;
  if (conflict.property === "place") return `${name}: its place. ${places(conflict)}`;
  const what =
    conflict.kind === "property" ? `its ${quoted(conflict.property ?? "property")}` : "a passage of its text";
  return [
    `${name}: ${what}.`,
    side("before", conflict.base, tokens),
    side("the space's side", conflict.space, tokens),
    side("the change request's side", conflict.changeRequest, tokens),
  ].join("\n");
}

/** Where each side has the page; the order among siblings is of no use to anybody. */
function places({ base, space, changeRequest }: Conflict): string {
  const [before, theirs, own] = [base, space, changeRequest].map(placeText);
  return `It was ${before}; the space has it ${theirs}, the change request ${own}. Settle it with write_pages "move".`;
}

/** From the JSON of a place, of which a service may tell something else. */
function placeText(place: string | undefined): string {
  const parent = /"parent":(?:null|"([\w-]{1,200})")/.exec(place ?? "");
  if (parent === null) return "nowhere";
  return parent[1] === undefined ? "at the root" : `under page ${parent[1]}`;
}

function side(title: string, text: string | undefined, tokens: number): string {
  if (text === undefined || text === "") return `Text "${title}" is empty.`;
  const end = endWithin(text, 0, text.length, Math.max(40, tokens));
  const cut = end < text.length ? `\n(${text.length - end} more characters; read_page shows them)` : "";
  return `${fence(text.slice(0, end), { title })}${cut}`;
}
