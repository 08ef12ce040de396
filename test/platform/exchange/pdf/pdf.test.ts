import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { readAnswer } from "../../../pins/service.ts";
import { insertFile, insertPages, makeChangeRequest, makeSpace, refusal, text } from "../../http/content.ts";
import { running } from "../../http/running.ts";

const service = running();

let space = "";
let pages: string[] = [];
let changeRequest = "";

const markdown = [
  "Welcome, **bold** and *leaning*, `code`, [setup](setup.md#install), [the web](https://example.com/a).",
  "Ελληνικά, Русский, 中文.",
  "## Lists\n\n* one\n  * inside\n\n1. first\n2. second\n\n- [x] done",
  '{% hint style="warning" %}\nCareful.\n{% endhint %}',
  "```js\nlet a = 1;\n```",
  "| A | B |\n| --- | --- |\n| one cell | another |",
  "![A dot](.gitbook/assets/dot.png)",
  "> said",
].join("\n\n");

/** An image of one white pixel. */
const dot = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4//8/AwAI/AL+p5qgoAAAAABJRU5ErkJggg==",
  "base64",
);

beforeAll(async () => {
  space = await makeSpace(service, "Guides & more");
  changeRequest = await makeChangeRequest(service, space);
  await insertFile(service, changeRequest, { name: "dot.png", contentType: "image/png", bytes: dot });
  pages = await insertPages(service, changeRequest, [
    { title: "Start", markdown },
    { title: "Setup", markdown: "## Install\n\nRun it. Back to [start](start.md)." },
  ]);
  const below = { title: "Deep", markdown: "Below.", into: pages[1] ?? "" };
  pages.push(...(await insertPages(service, changeRequest, [below])));
  expect((await service.send(`POST ${changeRequest}/merge`)).status).toBe(200);
});

async function pdfOf(line: string): Promise<string> {
  return text(await service.send(line), "url");
}

/** Without a token: the URL is enough. */
const download = (url: string, headers: Record<string, string> = {}) =>
  service.platform.fetch(new Request(url, { headers }));

/** The sheets, named destinations, outline and URLs of a PDF. */
async function outlineOf(url: string) {
  const response = await download(url);
  expect(response.status).toBe(200);
  const source = Buffer.from(await response.arrayBuffer()).toString("latin1");
  expect(source.startsWith("%PDF-1.")).toBe(true);
  expect(source.trimEnd().endsWith("%%EOF")).toBe(true);
  const words = (pattern: RegExp) => [...source.matchAll(pattern)].map((match) => match[1]);
  return {
    sheets: words(/\/Type \/Page\n/g).length,
    titles: words(/\/Title \(([^)]*)\)/g).map((title = "") =>
      title.startsWith("\u00fe\u00ff") ? Buffer.from(title.slice(2), "latin1").swap16().toString("utf16le") : title,
    ),
    addresses: words(/\/URI \(([^)]*)\)/g),
    jumps: words(/\/S \/GoTo\n\/D \(([^)]*)\)/g),
    pictures: words(/\/Subtype \/Image/g).length,
  };
}

describe("a PDF of a space", () => {
  it("has every page with an outline, links and pictures", async () => {
    const pdf = await outlineOf(await pdfOf(`GET /v1/spaces/${space}/pdf`));
    // A table of contents and three pages.
    expect(pdf.sheets).toBe(4);
    expect(pdf.titles).toEqual(expect.arrayContaining(["Start", "Lists", "Setup", "Install", "Deep"]));
    expect(pdf.addresses).toEqual(["https://example.com/a"]);
    expect(pdf.jumps).toEqual(expect.arrayContaining([`page-${pages[1]}-install`, `page-${pages[0]}`]));
    expect(pdf.pictures).toBeGreaterThan(0);
  });

  it("can be of one page, with or without its subpages", async () => {
    const all = await outlineOf(await pdfOf(`GET /v1/spaces/${space}/pdf?page=${pages[1]}`));
    expect(all.sheets).toBe(3);
    expect(all.titles).toContain("Deep");
    const only = await outlineOf(await pdfOf(`GET /v1/spaces/${space}/pdf?page=${pages[1]}&only=true`));
    expect(only.sheets).toBe(1);
    expect(only.titles).not.toContain("Deep");
  });

  it("shows pictures within HTML that only styles", async () => {
    const own = await makeSpace(service, "Styled");
    const draft = await makeChangeRequest(service, own);
    await insertFile(service, draft, { name: "dot.png", contentType: "image/png", bytes: dot });
    const styled = '<div class="wide">\n\n<figure><img class="frame" src=".gitbook/assets/dot.png"></figure>\n\n</div>';
    await insertPages(service, draft, [{ title: "Styled", markdown: `## First\n\n${styled}\n\n## Last\n\nEnd.` }]);
    expect((await service.send(`POST ${draft}/merge`)).status).toBe(200);
    const { pictures, titles } = await outlineOf(await pdfOf(`GET /v1/spaces/${own}/pdf`));
    expect(pictures).toBeGreaterThan(0);
    expect(titles).toEqual(expect.arrayContaining(["First", "Last"]));
  });

  it("is of the requested revision, even if the space changes before the download", async () => {
    const url = await pdfOf(`GET /v1/spaces/${space}/pdf?page=${pages[2]}`);
    const later = await makeChangeRequest(service, space);
    const changes = [{ operation: "update_page", page: pages[2], title: "Deeper" }];
    const draft = await service.send(`POST ${later}/content`, { body: JSON.stringify({ changes }) });
    expect(draft.status).toBe(200);
    expect((await outlineOf(await pdfOf(`GET ${later}/pdf?page=${pages[2]}`))).titles).toContain("Deeper");
    expect((await service.send(`POST ${later}/merge`)).status).toBe(200);
    expect((await outlineOf(url)).titles).toContain("Deep");
  });

  it("is one sheet for a space without pages", async () => {
    const empty = await makeSpace(service, "Empty");
    expect((await outlineOf(await pdfOf(`GET /v1/spaces/${empty}/pdf`))).sheets).toBe(1);
  });

  it("uses fonts in the data folder for letters that its own lack, and ignores other files there", async () => {
    mkdirSync(join(service.folder, "fonts"), { recursive: true });
    writeFileSync(join(service.folder, "fonts", "none.ttf"), "no font");
    const other = await makeChangeRequest(service, space);
    await insertPages(service, other, [{ title: "漢字", markdown: "中文 한국어 😀" }]);
    expect((await outlineOf(await pdfOf(`GET ${other}/pdf`))).titles).toContain("漢字");
  });
});

describe("the address of a PDF", () => {
  it("works for an hour, and only for that PDF", async () => {
    const url = await pdfOf(`GET /v1/spaces/${space}/pdf?page=${pages[0]}`);
    const refused = "403 This PDF link has expired or was not created here. Request a new one.";
    for (const altered of [url.replace(/pdf\/./, "pdf/X"), url.replace(/expires=\d+/, "expires=99999999999")]) {
      expect(refusal(await readAnswer(await download(altered)))).toBe(refused);
    }
    service.setTime("2026-01-02T04:04:05.000Z");
    expect(refusal(await readAnswer(await download(url)))).toBe(refused);
    service.setTime("2026-01-02T03:04:05.000Z");
  });

  it("is served inline, in parts on request", async () => {
    const url = await pdfOf(`GET /v1/spaces/${space}/pdf?page=${pages[0]}&only=true`);
    const response = await download(url, { range: "bytes=0-4" });
    expect(response.status).toBe(206);
    expect(await response.text()).toBe("%PDF-");
    expect(response.headers.get("content-type")).toBe("application/pdf");
    expect(response.headers.get("content-disposition")).toBe("inline; filename*=UTF-8''Start.pdf");
    expect((await service.platform.fetch(new Request(url, { method: "POST" }))).status).toBe(405);
  });

  it("leads to nothing after the space is deleted", async () => {
    const gone = await makeSpace(service, "Gone");
    const url = await pdfOf(`GET /v1/spaces/${gone}/pdf`);
    await service.send(`DELETE /v1/spaces/${gone}`);
    expect(refusal(await readAnswer(await download(url)))).toBe("404 The content of this PDF no longer exists.");
  });

  it("is not created for a page that does not exist", async () => {
    const answer = await service.send(`GET /v1/spaces/${space}/pdf?page=none`);
    expect(refusal(answer)).toBe("404 page: there is no page none in this revision.");
  });
});
