import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Served, serve, temporaryFolder } from "./program.ts";
import { tokenOf } from "./workspace.ts";

const data = join(temporaryFolder(), "data");
let server: Served;
beforeAll(async () => {
  server = await serve(["--data", data]);
});
afterAll(() => server.stop());

async function api<Answer>(method: string, path: string, body?: object): Promise<Answer> {
  const headers = { Authorization: `Bearer ${tokenOf(data)}`, "Content-Type": "application/json" };
  const response = await fetch(`${server.ready.api}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(response.status).toBeLessThan(300);
  return (await response.json()) as Answer;
}

it("copydesk serve renders a PDF in any script for anyone with its signed address, but not for a changed one", async () => {
  const space = await api<{ id: string }>("POST", `/orgs/${server.ready.organization}/spaces`, { title: "Guides" });
  const draft = await api<{ id: string }>("POST", `/spaces/${space.id}/change-requests`, { subject: "Pages" });
  const place = `/spaces/${space.id}/change-requests/${draft.id}`;
  const page = (title: string, markdown: string) => ({ operation: "insert_page", title, document: { markdown } });
  const changes = [page("Start", "## Lists\n\n* one"), page("日本語", "これは**太字**です。")];
  await api("POST", `${place}/content`, { changes });

  const { url } = await api<{ url: string }>("GET", `${place}/pdf`);
  const response = await fetch(url);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  const source = Buffer.from(await response.arrayBuffer()).toString("latin1");
  expect(source.startsWith("%PDF-1.")).toBe(true);
  expect(source.trimEnd().endsWith("%%EOF")).toBe(true);
  // A table of contents and two pages.
  expect(source.match(/\/Type \/Page\n/g)).toHaveLength(3);
  const changed = url.replace(/signature=(.)/, (_, first) => `signature=${first === "_" ? "-" : "_"}`);
  expect((await fetch(changed)).status).toBe(403);
});
