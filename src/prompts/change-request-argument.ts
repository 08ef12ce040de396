import { changeRequests, type NamedChangeRequest, spaces } from "../completion/candidates.ts";
import { candidateLines } from "../tools/resolve/candidates.ts";
import { findChangeRequest } from "../tools/resolve/change-request.ts";
import { readLink } from "../tools/resolve/link.ts";
import { pick } from "../tools/resolve/pick.ts";
import { findSpace } from "../tools/resolve/space.ts";
import type { ToolContext } from "../tools/tool.ts";
import { ArgumentError, about } from "./argument-error.ts";
import type { FoundChangeRequest } from "./desk.ts";

/** A change request of the space that is named or addressed; else the open one of whatever space that fits alone. */
export async function changeRequestNamed(
  named: string,
  spaceName: string | undefined,
  context: ToolContext,
): Promise<FoundChangeRequest> {
  // A completed value has the subject after the number.
  const name = /^#\d+(?=\s|$)/.exec(named.trim())?.[0] ?? named;
  const space = readLink(named)?.space ?? spaceName;
  if (space !== undefined) return inSpace(name, space, context);
  const [only, ...more] = await spaces(context);
  if (only !== undefined && more.length === 0) return inSpace(name, only.id, context);
  return inSpace(...(await anywhere(name, context)), context);
}

async function inSpace(name: string, spaceName: string, context: ToolContext): Promise<FoundChangeRequest> {
  const { id, organization } = await about("space", findSpace(spaceName, context));
  const { number } = await about("change_request", findChangeRequest(name, id, context));
  return { number, space: { id, organization } };
}

/** Number and space of the one that a name fits. Merged ones are found in a space alone. */
async function anywhere(name: string, context: ToolContext): Promise<[number: string, space: string]> {
  const all = await changeRequests(undefined, context);
  const number = /^#?(\d+)$/.exec(name.trim())?.[1];
  if (number === undefined) {
    const placed = all.map((one) => ({ ...one, ...candidateOf(one) }));
    const found = await about("change_request", () =>
      pick(name, placed, { one: "open change request", many: "open change requests", none: sayTheSpace }),
    );
    return [`${found.number}`, found.space];
  }
  const [first, ...others] = all.filter((one) => `${one.number}` === number);
  if (first !== undefined && others.length === 0) return [number, first.space];
  const several = first !== undefined;
  const candidates = (several ? [first, ...others] : all).map(candidateOf);
  const there = candidates.length === 0 ? "" : ` There are:\n${candidateLines(candidates)}`;
  const what = several ? `Several spaces have a change request #${number}.` : `No open change request is #${number}.`;
  throw new ArgumentError("change_request", `${what} ${sayTheSpace}${there}`);
}

const sayTheSpace = "Fill in the space too.";

const candidateOf = ({ id, title, number, space }: NamedChangeRequest) => {
  return { id, title, place: `#${number} of space ${space}` };
};
