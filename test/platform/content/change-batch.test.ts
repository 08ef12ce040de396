import { describe, expect, it } from "vitest";
import { contentFaults } from "../../support/content-integrity.ts";
import { insert, openDesk, refusal, remove, write } from "./desk.ts";

describe("a batch of changes", () => {
  it("changes nothing when its third change fails, and says which one failed", async () => {
    const desk = await openDesk();
    const [one = ""] = await desk.publish(insert("One", "1\n"));
    const branch = await desk.branch();
    const before = await desk.client.changeRequests.get({ spaceId: desk.space, changeRequestId: branch.id });
    const batch = branch.edit(write(one, "changed\n"), insert("Two", "2\n"), remove("missing"), insert("Three", "3\n"));
    expect(await refusal(batch)).toBe(
      "404 changes.2 (delete_page): page: the change request has no page missing. It may have been deleted; list the pages of the change request.",
    );
    expect(await branch.paths()).toEqual(["one"]);
    expect(await branch.text("one")).toBe("# One\n\n1\n");
    const after = await desk.client.changeRequests.get({ spaceId: desk.space, changeRequestId: branch.id });
    expect(after).toEqual(before);
  });

  it("applies 50 changes in order and makes one revision", async () => {
    const desk = await openDesk();
    const branch = await desk.branch();
    const changes = Array.from({ length: 50 }, (_, index) => insert(`Page ${index}`, `${index}\n`, { at: 0 }));
    const { changeRequest } = await branch.apply(changes);
    const { parents } = await desk.client.changeRequestContent.revision({
      spaceId: desk.space,
      changeRequestId: branch.id,
    });
    expect(parents).toEqual([changeRequest.revisionInitial]);
    expect(await branch.paths()).toEqual(Array.from({ length: 50 }, (_, index) => `page-${49 - index}`));
    expect(await refusal(branch.apply([...changes, insert("One more", "1\n")]))).toContain(
      "400 changes: must be at most 50",
    );
    expect(await refusal(branch.apply([]))).toContain("400 changes: must be at least 1");
    expect(await contentFaults(desk.workspace.platform)).toEqual([]);
  });

  it("deletes a page with its subpages, which later changes cannot use", async () => {
    const desk = await openDesk();
    const [one = ""] = await desk.publish(insert("One", "1\n"), insert("Two", "2\n"));
    const [below = ""] = await desk.publish(insert("Below", "1.1\n", { into: one }));
    const branch = await desk.branch();
    const { changes } = await branch.apply([remove(one)]);
    expect(changes).toEqual([
      { object: "deleted_page", page: one },
      { object: "deleted_page", page: below },
    ]);
    expect(await branch.paths()).toEqual(["two"]);
    expect(await refusal(branch.edit(remove(below)))).toContain(
      `404 changes.0 (delete_page): page: the change request`,
    );
    expect(await refusal(branch.edit(insert("New", "n\n", { into: below })))).toContain(
      "404 changes.0 (insert_page): into:",
    );
  });

  it("cannot use a page it deleted, and reuses its slug and path", async () => {
    const desk = await openDesk();
    const [one = ""] = await desk.publish(insert("One", "1\n"));
    const branch = await desk.branch();
    expect(await refusal(branch.edit(remove(one), write(one, "later\n")))).toContain("404 changes.1 (update_page)");
    await branch.edit(remove(one), insert("One", "new\n"));
    expect(await branch.text("one")).toBe("# One\n\nnew\n");
    expect(await branch.changes()).toHaveLength(2);
    expect((await branch.merge()).result).toBe("merge");
    expect(await desk.text("one")).toBe("# One\n\nnew\n");
    expect(await contentFaults(desk.workspace.platform)).toEqual([]);
  });

  it("does not return a page that it both created and deleted", async () => {
    const desk = await openDesk();
    const branch = await desk.branch();
    const [made = ""] = await branch.edit(insert("One", "1\n"));
    const { changes } = await branch.apply([insert("Two", "2\n", { into: made }), remove(made)]);
    expect(changes).toEqual([{ object: "deleted_page", page: made }]);
  });

  it("is rejected for a former revision of the change request, and accepted for the current one", async () => {
    const desk = await openDesk();
    const branch = await desk.branch();
    const { changeRequest } = await branch.apply([insert("One", "1\n")]);
    const next = await branch.apply([insert("Two", "2\n")], { ifMatch: changeRequest.revision });
    expect(await refusal(branch.apply([insert("Three", "3\n")], { ifMatch: changeRequest.revision }))).toContain(
      `412 Change request 1 is at revision ${next.changeRequest.revision}, not ${changeRequest.revision}`,
    );
    expect(await branch.paths()).toEqual(["one", "two"]);
  });
});

describe("the front matter of a new body", () => {
  it("sets the members of the page, and clears them when it is removed", async () => {
    const desk = await openDesk();
    const [page = ""] = await desk.publish(insert("One", "---\ntitle: One\n---\n\nbody\n"));
    const branch = await desk.branch();
    await branch.edit(write(page, "---\ntitle: Two\ndescription: About two\nhidden: true\n---\n\nbody\n"));
    const address = { spaceId: desk.space, changeRequestId: branch.id, pageId: page };
    expect(await desk.client.changeRequestContent.page({ ...address, format: "markdown" })).toMatchObject({
      title: "Two",
      description: "About two",
      hidden: true,
    });
    await branch.edit(write(page, "---\ntitle: Two\n---\n\nbody\n"));
    const bare = await desk.client.changeRequestContent.page({ ...address, format: "markdown" });
    expect([bare.description, bare.hidden]).toEqual([undefined, undefined]);
  });
});
