import { expect, it } from "vitest";
import { contentFaults } from "../../support/content-integrity.ts";
import { openWorkspaceAt } from "../../support/platform-workspace.ts";
import { insert, openBranch, openDesk } from "./desk.ts";

it("ten change requests merged from two platforms on one folder are merged one by one, and none is lost", async () => {
  const desk = await openDesk();
  const second = await openWorkspaceAt(desk.workspace.folder);
  const [page = ""] = await desk.publish(
    insert("Shared", Array.from({ length: 10 }, (_, index) => `line ${index}\n\n`).join("")),
  );
  const before = (await desk.text("shared")).split("\n");
  const clients = [desk.client, second.client];
  const branches = await Promise.all(
    Array.from({ length: 10 }, async (_, index) => {
      const branch = await openBranch(clients[index % 2] ?? desk.client, desk.space);
      const changed = before.map((line) => (line === `line ${index}` ? `changed ${index}` : line));
      await branch.edit(
        { operation: "update_page", page, document: { markdown: changed.join("\n") } },
        insert(`Page ${index}`, `body ${index}\n`),
        insert("Same name", `same ${index}\n`),
      );
      return branch;
    }),
  );
  const outcomes = await Promise.all(branches.map((branch) => branch.merge()));
  await second.platform.close();

  expect(outcomes.map((outcome) => outcome.result)).toEqual(Array(10).fill("merge"));
  const paths = await desk.paths();
  expect(paths.filter((path) => path.startsWith("page-")).sort()).toEqual(
    Array.from({ length: 10 }, (_, index) => `page-${index}`),
  );
  expect(paths.filter((path) => path.startsWith("same-name")).sort()).toEqual([
    "same-name",
    ...Array.from({ length: 9 }, (_, index) => `same-name-${index + 1}`),
  ]);
  expect(await desk.text("shared")).toBe(before.join("\n").replaceAll("line", "changed"));
  expect(await contentFaults(desk.workspace.platform)).toEqual([]);
});
