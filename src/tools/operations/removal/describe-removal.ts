import type { Removal } from "../../../contract/removal.ts";
import type { Arguments } from "../../../resolve/context.ts";
import { operationNamed, toolByEffect } from "../lookup.ts";
import type { Dependents } from "./dependents.ts";

const day = 24 * 60 * 60 * 1000;

/** Items listed in one sentence; the rest are counted. */
const maxListed = 40;

/** What a deletion also deletes and how it is undone, before a person confirms it. */
export function describeBefore(removal: Removal, dependents: Dependents): string[] {
  return [...along("This also deletes", dependents), ...stays(removal), ...unseen(dependents), backBefore(removal)];
}

/** The same afterwards, `at` the time of the deletion. `deleted` are the arguments of the operation. */
export function describeAfter(removal: Removal, dependents: Dependents, deleted: Arguments, at: Date): string[] {
  return [
    ...along("This also deleted", dependents),
    ...stays(removal),
    ...unseen(dependents),
    backAfter(removal, deleted, at),
  ];
}

/** What was restored with an object. */
export const describeRestored = (dependents: Dependents): string[] => [
  ...along("This also restored", dependents),
  ...unseen(dependents),
];

function along(begin: string, { goes }: Dependents): string[] {
  if (goes.length === 0) return [];
  const more = goes.length > maxListed ? `; and ${goes.length - maxListed} more` : "";
  const separator = goes.some((one) => one.includes(",")) ? "; " : ", ";
  return [`${begin}: ${goes.slice(0, maxListed).join(separator)}${more}.`];
}

const stays = ({ stays: sentence }: Removal) => (sentence === undefined ? [] : [sentence]);

const unseen = ({ unseen: parts }: Dependents) =>
  parts.length === 0 ? [] : [`Not checked, so there may be more: ${parts.slice(0, maxListed).join(", ")}.`];

function backBefore({ back }: Removal): string {
  if (back === undefined) return "It cannot be restored.";
  const long = back.days === undefined ? "" : ` for ${back.days} days`;
  return `${toolFor(back.by)} ${back.by} restores it${long}.${back.what === undefined ? "" : ` ${back.what}`}`;
}

function backAfter({ back }: Removal, deleted: Arguments, at: Date): string {
  if (back === undefined) return "It cannot be restored.";
  const until = back.days === undefined ? "" : ` until ${minute(new Date(at.getTime() + back.days * day))}`;
  const what = back.what === undefined ? "" : ` ${back.what}`;
  const argumentsText = back.days === undefined || back.what !== undefined ? "" : ` with ${JSON.stringify(deleted)}`;
  return `${toolFor(back.by)} ${back.by}${argumentsText} restores it${until}.${what}`;
}

function toolFor(id: string): string {
  const found = operationNamed(id);
  if (found === undefined) throw new Error(`there is no operation ${id}`);
  return toolByEffect[found.effect];
}

const minute = (time: Date) => `${time.toISOString().slice(0, 16).replace("T", " ")} UTC`;
