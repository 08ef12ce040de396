import { afterAll, beforeAll, expect, it } from "vitest";
import { type Desk, startDesk } from "./translation-desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.service.close());

const german: Readonly<Record<string, string>> = {
  Start: "Anfang",
  Hello: "Hallo",
  "Get help": "Hilfe finden",
  "Ask us.": "Fragen Sie uns.",
  "Ask them.": "Fragen Sie sie.",
};
const toGerman = (text: string) => german[text] ?? `!${text}`;

const name = ".gitbook/includes/help.md";
const write = (markdown: string, at?: string) =>
  desk.edit(
    [
      {
        operation: "insert_files",
        files: [{ name, contentType: "text/markdown", base64: Buffer.from(markdown).toString("base64") }],
      },
    ],
    at,
  );

async function reusableOf(space: string) {
  const { reusableContents } = await desk.call<{ reusableContents: { id: string; title: string }[] }>(
    `GET /v1/spaces/${space}/content`,
  );
  const [one] = reusableContents;
  const { markdown } = await desk.call<{ markdown: string }>(
    `GET /v1/spaces/${space}/content/reusable-contents/${one?.id}`,
  );
  return { title: one?.title, markdown };
}

it("a reusable content is translated after the pages that include it, with its title", async () => {
  await write("---\ntitle: Get help\n---\n\nAsk us.\n");
  await desk.edit([
    { operation: "insert_page", document: { markdown: `# Start\n\nHello\n\n{% include "/${name}" %}\n` } },
  ]);
  await desk.run();
  const items = (await desk.work())?.items ?? [];
  expect(items.map(({ text, page }) => `${page.title}: ${text}`)).toEqual([
    "Start: Start",
    "Start: Hello",
    "Get help: Get help",
    "Get help: Ask us.",
  ]);
  expect(items.map(({ kind }) => kind)).toEqual(["heading", undefined, "title", undefined]);
  const done = await desk.translate(toGerman);
  await desk.merge(done);
  expect(await reusableOf(done.result?.space ?? "")).toEqual({
    title: "Hilfe finden",
    markdown: "---\ntitle: Hilfe finden\n---\n\nFragen Sie uns.\n",
  });
  expect((await reusableOf(desk.space)).markdown).toBe("---\ntitle: Get help\n---\n\nAsk us.\n");
});

it("a change to only a reusable content is the only work of the next run", async () => {
  await write("---\ntitle: Get help\n---\n\nAsk them.\n");
  await desk.run();
  expect((await desk.work())?.items.map(({ text }) => text)).toEqual(["Ask them."]);
  const done = await desk.translate(toGerman);
  await desk.merge(done);
  expect((await reusableOf(done.result?.space ?? "")).markdown).toContain("Fragen Sie sie.");
});

it("an edit of the translated reusable content stays until the source changes", async () => {
  const target = (await desk.read()).result?.space ?? "";
  await write("---\ntitle: Hilfe\n---\n\nFragen Sie sie.\n", target);
  expect((await desk.run()).work?.segments ?? 0).toBe(0);
  expect((await reusableOf(target)).title).toBe("Hilfe");
});
