import { describe, expect, it } from "vitest";
import { listOperations } from "../../src/contract/index.ts";
import { DeclaredMembers } from "./declared-members.ts";
import data from "./required-members.json" with { type: "json" };

/** Members that the published objects require in either version; `a.b` only where there is an `a`. */
const objects: Readonly<Record<string, readonly string[]>> = data.objects;
/** The published objects in the result of each operation, by their place in it. */
const answers: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = data.answers;

const models = new Map(listOperations().map(({ operation }) => [operation.id, operation.returns]));

describe("the model of a response", () => {
  it.each(Object.entries(answers))("names every member that the published objects require in %s", (id, places) => {
    const returns = models.get(id);
    if (returns === undefined || returns === null) throw new Error(`${id} has no model of its answer`);
    const declared = new DeclaredMembers(returns);
    const missing = Object.entries(places).flatMap(([place, names]) =>
      names.flatMap((name) => missingMembers(declared, place, name)),
    );
    expect(missing).toEqual([]);
  });
});

function missingMembers(declared: DeclaredMembers, place: string, object: string): string[] {
  const members = objects[object];
  if (members === undefined) throw new Error(`there is no list of members for ${object}`);
  if (!declared.has(place)) return [`${object} itself`];
  const has = (member: string) => declared.has(place === "" ? member : `${place}.${member}`);
  return members
    .filter((member) => !has(member))
    .filter((member) => !member.includes(".") || has(member.slice(0, member.lastIndexOf("."))))
    .map((member) => `${object}: ${member}`);
}
