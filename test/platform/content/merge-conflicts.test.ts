import { describe, expect, it } from "vitest";
import { contentFaults } from "../../support/content-integrity.ts";
import { type Branch, type Change, type Desk, insert, type Outcome, openDesk, remove, write } from "./desk.ts";

const move = (page: string, into: string | null): Change => ({ operation: "update_page", page, into });

/** A conflict without its page and place. */
const said = (outcome: Outcome) =>
  outcome.conflicts?.map(({ page: _page, title, path, ...rest }) => ({ name: `${title} (${path})`, ...rest }));

async function sound(desk: Desk): Promise<void> {
  expect(await contentFaults(desk.workspace.platform)).toEqual([]);
}

/** The space has pages a, b and c, the last below b. `main` is merged before `branch` is updated. */
async function diverged(edits: (ids: { a: string; b: string; c: string }) => { main: Change[]; mine: Change[] }) {
  const desk = await openDesk();
  const [a = "", b = ""] = await desk.publish(
    insert("A", "# A\n\none\n\ntwo\n\nthree\n"),
    insert("B", "# B\n\nbody\n"),
  );
  const [c = ""] = await desk.publish(insert("C", "# C\n\nbody\n", { into: b }));
  const branch = await desk.branch();
  const { main, mine } = edits({ a, b, c });
  await desk.publish(...main);
  await branch.edit(...mine);
  return { desk, branch, a, b, c };
}

/** Checks that nothing is merged and that the update reports the same conflict; then an edit settles it. */
async function settledBy(desk: Desk, branch: Branch, ...changes: Change[]): Promise<void> {
  await branch.edit(...changes);
  expect(await branch.update()).toMatchObject({ result: "update" });
  expect(await branch.merge()).toMatchObject({ result: "merge" });
  await sound(desk);
}

it("a variable set differently on both sides is one conflict in the text that sets it", async () => {
  const page = (version: string) => `---\nvars:\n  version: "${version}"\n---\n\n# A\n\none\n`;
  const { branch } = await diverged(({ a }) => ({ main: [write(a, page("2"))], mine: [write(a, page("3"))] }));
  const conflicts = said(await branch.merge()) ?? [];
  expect(conflicts.map((conflict) => ("kind" in conflict ? conflict.kind : ""))).toEqual(["text"]);
});

describe("the same paragraph changed on both sides", () => {
  const setting = () =>
    diverged(({ a }) => ({
      main: [write(a, "# A\n\none\n\ntwo of the space\n\nthree\n")],
      mine: [write(a, "# A\n\none\n\ntwo of the request\n\nthree of the request\n")],
    }));
  const conflict = {
    name: "A (a)",
    kind: "text",
    base: "two",
    space: "two of the space",
    changeRequest: "two of the request",
  };

  it("merges nothing and returns the base and both sides", async () => {
    const { desk, branch, a } = await setting();
    const { revision } = await desk.client.spaces.get({ spaceId: desk.space });
    const outcome = await branch.merge();
    expect(outcome).toMatchObject({ result: "conflicts", revision, conflicts: [{ page: a }] });
    expect(said(outcome)).toEqual([conflict]);
    expect(await desk.text("a")).toBe("# A\n\none\n\ntwo of the space\n\nthree\n");
    expect((await desk.client.spaces.get({ spaceId: desk.space })).revision).toBe(revision);
  });

  it("keeps the change request's side in an update, and prevents merging until the page is edited", async () => {
    const { desk, branch, a } = await setting();
    const outcome = await branch.update();
    expect(outcome.result).toBe("conflicts");
    expect(said(outcome)).toEqual([conflict]);
    expect(await branch.text("a")).toBe("# A\n\none\n\ntwo of the request\n\nthree of the request\n");
    expect(said(await branch.update())).toEqual([conflict]);
    expect(said(await branch.merge())).toEqual([conflict]);
    await branch.edit(insert("Elsewhere", "e\n"));
    expect(said(await branch.merge())).toEqual([conflict]);
    await settledBy(desk, branch, write(a, "# A\n\none\n\ntwo of both\n\nthree of the request\n"));
    expect(await desk.text("a")).toBe("# A\n\none\n\ntwo of both\n\nthree of the request\n");
  });

  it.each(["delete_page", "revert_page"] as const)("is settled by %s", async (operation) => {
    const { desk, branch, a } = await setting();
    await branch.update();
    await settledBy(desk, branch, { operation, page: a });
    expect(await desk.paths()).toEqual(operation === "delete_page" ? ["b", "b/c"] : ["a", "b", "b/c"]);
    if (operation === "revert_page") expect(await desk.text("a")).toBe("# A\n\none\n\ntwo of the space\n\nthree\n");
  });

  it("stays recorded when a later update adds another conflict", async () => {
    const { desk, branch, a, b } = await setting();
    await branch.edit(write(b, "# B\n\nbody of the request\n"));
    await branch.update();
    await desk.publish(write(b, "# B\n\nbody of the space\n"));
    const second = {
      name: "B (b)",
      kind: "text",
      base: "body",
      space: "body of the space",
      changeRequest: "body of the request",
    };
    const byName = (outcome: Outcome) => said(outcome)?.sort((left, right) => (left.name < right.name ? -1 : 1));
    expect(byName(await branch.update())).toEqual([conflict, second]);
    await desk.publish(write(a, "# A\n\none\n\ntwo of the space\n\nthree of the space\n"));
    const third = { ...conflict, base: "three", space: "three of the space", changeRequest: "three of the request" };
    expect(byName(await branch.update())).toEqual([conflict, third, second]);
    await branch.edit(write(b, "# B\n\nbody of both\n"));
    await desk.publish(insert("New", "n\n"));
    expect(byName(await branch.update())).toEqual([conflict, third]);
    await settledBy(desk, branch, write(a, "# A\n\nall of both\n"));
  });
});

describe("a property changed on both sides", () => {
  it("names the property and both values", async () => {
    const { desk, branch, a } = await diverged(({ a }) => ({
      main: [{ operation: "update_page", page: a, slug: "space", emoji: "1f600" }],
      mine: [{ operation: "update_page", page: a, slug: "request", description: "Mine" }],
    }));
    expect(said(await branch.merge())).toEqual([
      {
        name: "A (space)",
        kind: "property",
        property: "slug",
        base: "a",
        space: "space",
        changeRequest: "request",
      },
    ]);
    expect((await branch.update()).result).toBe("conflicts");
    expect(await branch.paths()).toEqual(["request", "b", "b/c"]);
    await settledBy(desk, branch, { operation: "update_page", page: a, slug: "both" });
    expect(await desk.client.pages.getByPath({ spaceId: desk.space, pagePath: "both" })).toMatchObject({
      emoji: "1f600",
      description: "Mine",
    });
  });

  it("is the title when both sides change it", async () => {
    const { branch } = await diverged(({ a }) => ({
      main: [{ operation: "update_page", page: a, title: "Space" }],
      mine: [{ operation: "update_page", page: a, title: "Request" }],
    }));
    expect(
      said(await branch.merge())?.map(({ kind, property, base, space, changeRequest }) => ({
        kind,
        property,
        base,
        space,
        changeRequest,
      })),
    ).toEqual([
      { kind: "property", property: "title", base: "A", space: "Space", changeRequest: "Request" },
      { kind: "text", property: undefined, base: "# A", space: "# Space", changeRequest: "# Request" },
    ]);
  });
});

describe("a page moved on both sides", () => {
  it("stays where the change request has it until that is confirmed", async () => {
    const { desk, branch, c } = await diverged(({ a, c }) => ({ main: [move(c, null)], mine: [move(c, a)] }));
    expect((await branch.merge()).conflicts).toMatchObject([{ page: c, kind: "property", property: "place" }]);
    expect(await desk.paths()).toEqual(["a", "b", "c"]);
    expect((await branch.update()).conflicts).toMatchObject([{ page: c, kind: "property", property: "place" }]);
    expect(await branch.paths()).toEqual(["a", "a/c", "b"]);
    await settledBy(desk, branch, { operation: "update_page", page: c, title: "C" });
    expect(await desk.paths()).toEqual(["a", "a/c", "b"]);
  });

  it("makes no cycle when two pages are moved into each other", async () => {
    const { desk, branch, a, b } = await diverged(({ a, b }) => ({ main: [move(a, b)], mine: [move(b, a)] }));
    expect((await branch.merge()).conflicts).toMatchObject([{ page: b, kind: "property", property: "place" }]);
    expect(await desk.paths()).toEqual(["b", "b/c", "b/a"]);
    expect((await branch.update()).conflicts).toMatchObject([{ page: a, kind: "property", property: "place" }]);
    expect(await branch.paths()).toEqual(["a", "a/b", "a/b/c"]);
    await settledBy(desk, branch, move(a, null));
    expect(await desk.paths()).toEqual(["a", "a/b", "a/b/c"]);
  });

  it("makes no cycle of three pages either", async () => {
    const desk = await openDesk();
    const [a = "", b = "", c = ""] = await desk.publish(insert("A", "a\n"), insert("B", "b\n"), insert("C", "c\n"));
    const branch = await desk.branch();
    await desk.publish(move(a, b), move(b, c));
    await branch.edit(move(c, a));
    expect((await branch.merge()).result).toBe("conflicts");
    expect((await branch.update()).result).toBe("conflicts");
    expect(await branch.paths()).toHaveLength(3);
    await settledBy(desk, branch, move(c, null), move(b, null), move(a, null));
    expect((await desk.paths()).sort()).toEqual(["a", "b", "c"]);
  });
});

describe("a page deleted on one side and edited on the other", () => {
  it("is reported as deleted in the space; an edit cannot restore it, but a revert keeps it deleted", async () => {
    const { desk, branch, a } = await diverged(({ a }) => ({ main: [remove(a)], mine: [write(a, "# A\n\nmine\n")] }));
    const conflict = { name: "A (a)", kind: "deleted_in_space" };
    expect(said(await branch.merge())).toEqual([conflict]);
    expect(said(await branch.update())).toEqual([conflict]);
    expect(await branch.paths()).toEqual(["a", "b", "b/c"]);
    expect(await desk.paths()).toEqual(["b", "b/c"]);
    await settledBy(desk, branch, { operation: "revert_page", page: a });
    expect(await desk.paths()).toEqual(["b", "b/c"]);
  });

  it("is restored in the space when the change request edits it again", async () => {
    const { desk, branch, a } = await diverged(({ a }) => ({ main: [remove(a)], mine: [write(a, "# A\n\nmine\n")] }));
    await branch.update();
    await settledBy(desk, branch, write(a, "# A\n\nmine after all\n"));
    expect(await desk.text("a")).toBe("# A\n\nmine after all\n");
    expect(await desk.search("after all")).toEqual(["a"]);
  });

  it("is reported as deleted in the change request, and another delete confirms it", async () => {
    const { desk, branch, a } = await diverged(({ a }) => ({ main: [write(a, "# A\n\nspace\n")], mine: [remove(a)] }));
    const conflict = { name: "A (a)", kind: "deleted_in_change_request" };
    expect(said(await branch.merge())).toEqual([conflict]);
    expect(said(await branch.update())).toEqual([conflict]);
    expect(await branch.paths()).toEqual(["b", "b/c"]);
    await settledBy(desk, branch, remove(a));
    expect(await desk.paths()).toEqual(["b", "b/c"]);
  });

  it("is restored from the space by a revert", async () => {
    const { desk, branch, a } = await diverged(({ a }) => ({ main: [write(a, "# A\n\nspace\n")], mine: [remove(a)] }));
    await branch.update();
    await settledBy(desk, branch, { operation: "revert_page", page: a });
    expect(await desk.text("a")).toBe("# A\n\nspace\n");
  });
});

describe("a page below a parent that the other side deleted", () => {
  it("is moved to the root of the change request that added it, with its subpages", async () => {
    const { desk, branch, b } = await diverged(({ b }) => ({
      main: [remove(b)],
      mine: [insert("D", "d\n", { into: b })],
    }));
    const merged = await branch.merge();
    expect(merged.conflicts).toMatchObject([{ title: "D", path: "b/d", kind: "property", property: "place" }]);
    const d = merged.conflicts?.[0]?.page ?? "";
    for (let number = 0; number < 6; number += 1) await branch.edit(insert(`E${number}`, "e\n", { into: d }));
    expect((await branch.update()).conflicts).toMatchObject([{ page: d, property: "place" }]);
    expect(await branch.paths()).toEqual(["a", "d", "d/e0", "d/e1", "d/e2", "d/e3", "d/e4", "d/e5"]);
    expect(b).not.toBe("");
    await settledBy(desk, branch, move(d, null));
    expect((await desk.paths()).slice(0, 2)).toEqual(["a", "d"]);
  });

  it("is moved to the root of the change request that deleted the parent, with its subpages", async () => {
    const { desk, branch, b } = await diverged(({ b }) => ({
      main: [insert("D", "d\n", { into: b })],
      mine: [remove(b)],
    }));
    const { pages } = await desk.client.pages.list({ spaceId: desk.space });
    const d = pages[1]?.pages?.[1]?.id ?? "";
    for (let number = 0; number < 6; number += 1) await desk.publish(insert(`E${number}`, "e\n", { into: d }));
    expect((await branch.merge()).conflicts).toMatchObject([{ page: d, property: "place" }]);
    expect((await branch.update()).conflicts).toMatchObject([{ page: d, title: "D", property: "place" }]);
    expect(await branch.paths()).toEqual(["a", "d", "d/e0", "d/e1", "d/e2", "d/e3", "d/e4", "d/e5"]);
    expect(b).not.toBe("");
    await settledBy(desk, branch, remove(d));
    expect(await desk.paths()).toEqual(["a"]);
  });

  it("stays when it was moved there", async () => {
    const { desk, branch, a } = await diverged(({ a, b, c }) => ({ main: [remove(b)], mine: [move(a, c)] }));
    expect((await branch.merge()).conflicts).toMatchObject([{ page: a, property: "place" }]);
    expect((await branch.update()).conflicts).toMatchObject([{ page: a, property: "place" }]);
    expect(await branch.paths()).toEqual(["a"]);
    await settledBy(desk, branch, move(a, null));
    expect(await desk.paths()).toEqual(["a"]);
  });
});

describe("a text that exceeds the size limit when both sides are merged", () => {
  const lines = (count: number) => "a\n".repeat(count);
  const bytes = (count: number) => `${"a".repeat(count)}\n\n`;
  const property = (most: string) => `length (of both sides together; a page holds at most ${most})`;
  const body = "# A\n\none\n\ntwo\n\nthree\n";

  it("is a conflict if its lines exceed the limit, and the space and the change request keep their content", async () => {
    const ours = `${lines(60_000)}${body.slice(5)}`;
    const theirs = `# A\n\n${body.slice(5)}${lines(60_000)}`;
    const { desk, branch, a } = await diverged(({ a }) => ({
      main: [write(a, `# A\n\n${ours}`)],
      mine: [write(a, theirs)],
    }));
    const [published, drafted] = [await desk.text("a"), await branch.text("a")];
    const expected = {
      name: "A (a)",
      kind: "property",
      property: property("100,000 lines"),
      base: "7 lines, 21 bytes",
      space: "60,007 lines, 120,021 bytes",
      changeRequest: "60,007 lines, 120,021 bytes",
    };

    expect(said(await branch.merge())).toEqual([expected]);
    expect(await desk.text("a")).toBe(published);
    expect(said(await branch.update())).toEqual([expected]);
    expect(await branch.text("a")).toBe(drafted);
    expect(said(await branch.merge())).toEqual([expected]);
    await sound(desk);
    await settledBy(desk, branch, write(a, "# A\n\nshorter\n"));
    expect(await desk.text("a")).toBe("# A\n\nshorter\n");
  });

  it("is a conflict if its bytes exceed the limit", async () => {
    const { desk, branch } = await diverged(({ a }) => ({
      main: [write(a, body.replace("one", bytes(3_000_000)))],
      mine: [write(a, body.replace("three", bytes(3_000_000)))],
    }));
    const published = await desk.text("a");

    expect((await branch.merge()).conflicts).toMatchObject([{ kind: "property", property: property("5 MB of text") }]);
    expect(await desk.text("a")).toBe(published);
    await sound(desk);
  });
});
