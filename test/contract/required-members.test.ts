import { describe, expect, it } from "vitest";
import { listOperations } from "../../src/contract/index.ts";
import { DeclaredMembers } from "./declared-members.ts";
import data from "./required-members.json" with { type: "json" };
import { undeclaredMembers } from "./required-members-differences.ts";

/** Members that the published objects require in either version; `a.b` only where there is an `a`. */
const objects: Readonly<Record<string, readonly string[]>> = data.objects;
/** The published objects in the answer of each operation, by where they stand in it. */
const answers: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = data.answers;

const operations = listOperations().map(({ operation }) => operation);
const undeclared = operations.map(({ id, returns }) => {
  if (returns === null) return { id, members: [] };
  const declared = new DeclaredMembers(returns);
  const places = Object.entries(answers[id] ?? {});
  return { id, members: places.flatMap(([place, names]) => names.flatMap((name) => missing(declared, place, name))) };
});

/** As `object: member`, or `object itself`. */
function missing(declared: DeclaredMembers, place: string, object: string): string[] {
  if (!declared.has(place)) return [`${object} itself`];
  const at = (member: string) => (place === "" ? member : `${place}.${member}`);
  const members = objects[object] ?? [];
  return members
    .filter((member) => !declared.has(at(member)))
    .filter((member) => !member.includes(".") || declared.has(at(member.slice(0, member.lastIndexOf(".")))))
    .map((member) => `${object}: ${member}`);
}

const onPurpose = Object.entries(undeclaredMembers).flatMap(([object, members]) =>
  Object.keys(members).map((member) => `${object}: ${member}`),
);

describe("the models of answers name every member that the published objects require", () => {
  it.each(undeclared.filter(({ id }) => id in answers).map(({ id, members }) => [id, members] as const))(
    "in %s",
    (id, members) => {
      const unexplained = members.filter(
        (member) => !onPurpose.includes(member) && !onPurpose.includes(`${id} ${member}`),
      );
      expect(unexplained).toEqual([]);
    },
  );

  it("but for those left out on purpose, which are all still left out", () => {
    const left = undeclared.flatMap(({ id, members }) => members.flatMap((member) => [member, `${id} ${member}`]));
    expect(onPurpose.filter((member) => !left.includes(member))).toEqual([]);
  });

  it("and the list has an answer of every operation with a body that the published versions describe", () => {
    const described = operations.filter(({ id, returns }) => returns !== null && id in answers);
    expect(described.length).toBeGreaterThan(25);
    expect(
      Object.values(answers)
        .flatMap((places) => Object.values(places).flat())
        .filter((name) => !(name in objects)),
    ).toEqual([]);
  });
});
