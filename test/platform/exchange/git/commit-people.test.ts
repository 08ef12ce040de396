import { expect, it } from "vitest";
import { openGitDesk } from "./git-desk.ts";
import { startGitServer } from "./git-server.ts";

const people = ["log", "-1", "--format=%an <%ae> %cn <%ce>", "main"] as const;

it("the person who exports is author and committer", async () => {
  const server = await startGitServer();
  const desk = await openGitDesk();
  await desk.platform.database.write((queries) =>
    queries.updateTable("user").set({ display_name: "Ada <Lovelace>", email: "ada@example.com" }).execute(),
  );
  await desk.publish({ operation: "insert_page", document: { markdown: "# Moss\n" } });
  await desk.export(server.url);
  expect(server.git(...people).trim()).toBe("Ada  Lovelace <ada@example.com> Ada  Lovelace <ada@example.com>");
});

it("an author configured by the operator is both instead", async () => {
  const server = await startGitServer();
  const desk = await openGitDesk(undefined, undefined, { name: "Docs team", email: "docs@example.com" });
  await desk.publish({ operation: "insert_page", document: { markdown: "# Moss\n" } });
  await desk.export(server.url);
  expect(server.git(...people).trim()).toBe("Docs team <docs@example.com> Docs team <docs@example.com>");
});
