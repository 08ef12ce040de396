import type { Removal } from "../../../contract/removal.ts";
import type { Arguments } from "../../../desk/context.ts";
import { callerOf, operationNamed } from "../lookup.ts";
import type { Gone } from "./what-goes.ts";

const day = 24 * 60 * 60 * 1000;

/** Items listed in one sentence; the rest are counted. */
const mostTold = 40;

/** What a deletion also deletes and how it is undone, before a person confirms it. */
export function tellBefore(removal: Removal, gone: Gone): string[] {
  return [...along("With it go", gone), ...stays(removal), ...unseen(gone), backBefore(removal)];
}

/** The same afterwards, `at` the time of the deletion. `deleted` are the arguments of the operation. */
export function tellAfter(removal: Removal, gone: Gone, deleted: Arguments, at: Date): string[] {
  return [...along("With it went", gone), ...stays(removal), ...unseen(gone), backAfter(removal, deleted, at)];
}

/** What was restored with an object. */
export const tellReturn = (gone: Gone): string[] => [...along("With it came back", gone), ...unseen(gone)];

function along(begin: string, { goes }: Gone): string[] {
  if (goes.length === 0) return [];
  const more = goes.length > mostTold ? `; and ${goes.length - mostTold} more` : "";
  const separator = goes.some((one) => one.includes(",")) ? "; " : ", ";
  return [`${begin}: ${goes.slice(0, mostTold).join(separator)}${more}.`];
}

const stays = ({ stays: sentence }: Removal) => (sentence === undefined ? [] : [sentence]);

const unseen = ({ unseen: parts }: Gone) =>
  parts.length === 0 ? [] : [`Not seen, so there may be more: ${parts.slice(0, mostTold).join(", ")}.`];

function backBefore({ back }: Removal): string {
  if (back === undefined) return "It cannot be restored.";
  const long = back.days === undefined ? "" : ` for ${back.days} days`;
  return `${toolFor(back.by)} ${back.by} brings it back${long}.${back.what === undefined ? "" : ` ${back.what}`}`;
}

function backAfter({ back }: Removal, deleted: Arguments, at: Date): string {
  if (back === undefined) return "It cannot be restored.";
  const until = back.days === undefined ? "" : ` until ${minute(new Date(at.getTime() + back.days * day))}`;
  const what = back.what === undefined ? "" : ` ${back.what}`;
  const given = back.days === undefined || back.what !== undefined ? "" : ` with ${JSON.stringify(deleted)}`;
  return `${toolFor(back.by)} ${back.by}${given} brings it back${until}.${what}`;
}

function toolFor(id: string): string {
  const found = operationNamed(id);
  if (found === undefined) throw new Error(`there is no operation ${id}`);
  return callerOf[found.effect];
}

const minute = (time: Date) => `${time.toISOString().slice(0, 16).replace("T", " ")} UTC`;
