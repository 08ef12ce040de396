import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { listOperations } from "../../src/contract/index.ts";
import { DeclaredMembers } from "../contract/declared-members.ts";
import { readDescription, versions } from "./description.ts";
import { answersApart } from "./differences.ts";
import { sample } from "./sample.ts";
import { Validator } from "./validator.ts";

const operations = new Map(listOperations().map(({ operation }) => [operation.id, operation]));

/** What the contract leaves open: document trees, content references, properties of computed content, listed bodies. */
const open = /(?:^|\.)(?:document|markdown|nodes|to|ref|props)(?:\[\])?(?:\.|$)/;

/** What each version requires in its described responses, compared with our models. */
const answers = versions.flatMap((version) => {
  const description = readDescription(version);
  const validator = new Validator(description);
  return description.operations.flatMap((described) => {
    const returns = operations.get(described.id)?.returns ?? null;
    const [status, schema] = Object.entries(described.answers).find(([code]) => code.startsWith("2")) ?? [];
    if (returns === null || schema === undefined) return [];
    const answer = sample(schema, description.schemas);
    const declared = new DeclaredMembers(returns);
    const unnamed = membersOf(answer).filter((path) => !open.test(path) && !declared.has(path));
    return {
      id: described.id,
      version,
      problems: validator.answerProblems(described, Number(status), answer),
      apart: [
        ...misfits(returns.safeParse(answer).error?.issues ?? []).map((path) => `${path} does not fit`),
        ...unnamed
          .filter((path) => !unnamed.some((other) => path !== other && path.startsWith(other)))
          .map((path) => `${path} is not named`),
      ],
    };
  });
});

describe.each(answers)("the smallest response of $id in $version", ({ id, problems, apart }) => {
  it("matches the description", () => {
    expect(problems).toEqual([]);
  });

  it("fits the contract's model, which names its members, except for known differences", () => {
    expect(apart.filter((difference) => !onPurpose(id).includes(difference))).toEqual([]);
  });
});

describe("a known difference", () => {
  it.each([...new Set(answersApart.flatMap(({ operations: ids }) => ids))])("still exists in %s", (id) => {
    const apart = answers.filter((answer) => answer.id === id).flatMap((answer) => answer.apart);
    expect(onPurpose(id).filter((difference) => !apart.includes(difference))).toEqual([]);
  });
});

function onPurpose(id: string): string[] {
  return answersApart.flatMap(({ operations: ids, members }) => (ids.includes(id) ? members : []));
}

/** The paths of issues; among alternatives, those of the best match. */
function misfits(issues: readonly z.core.$ZodIssue[], prefix: readonly PropertyKey[] = []): string[] {
  return issues.flatMap((issue) => {
    const path = [...prefix, ...issue.path];
    const branches = issue.code === "invalid_union" ? issue.errors.map((errors) => misfits(errors, path)) : [];
    return branches.sort((one, other) => one.length - other.length)[0] ?? [pathText(path)];
  });
}

/** Such as `items[].id`. */
function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((step) => (typeof step === "number" ? "[]" : `.${String(step)}`))
    .join("")
    .replace(/^\./, "");
}

/** The path of every member, outer ones first. */
function membersOf(value: unknown, prefix = ""): string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap((item) => membersOf(item, `${prefix}[]`)))];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const path = prefix === "" ? name : `${prefix}.${name}`;
    return [path, ...membersOf(member, path)];
  });
}
