import { describe, expect, it } from "vitest";
import { text } from "../../http/content.ts";
import { running } from "../../http/running.ts";
import { makeGuide, SiteMaker } from "../sites/site-maker.ts";

const service = running();

const origin = "http://127.0.0.1:5050";

async function get(path: string) {
  const response = await service.platform.serveReader(new Request(origin + path), true);
  if (response === undefined) throw new Error(`nothing is at ${path}`);
  const { status, headers } = response;
  return { status, headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** A published site with two pages that offers PDFs or not. */
async function published(offers: boolean) {
  const guide = await makeGuide(service, "Manual", [
    { title: "Knots / bends", markdown: "The bowline does not slip.\n" },
    { title: "Second", markdown: "Not in the first one's PDF.\n" },
  ]);
  const site = await SiteMaker.make(service, { title: "Printed", visibility: "public", spaces: [guide.space] });
  const settings = (await site.done("GET customization")).json as object;
  const pageActions = { items: offers ? ["markdown", "pdf"] : ["markdown"] };
  await site.done("PUT customization", { ...settings, pageActions });
  const base = new URL(text(await site.done("POST publish"), "urls.published")).pathname;
  return { site, base, pages: guide.pages };
}

const linkIn = (html: string) => /<a href="([^"]*~pdf\/[^"]+)" type="application\/pdf"/.exec(html)?.[1];

describe("a page of a site that offers PDFs", () => {
  it("has a link to a PDF of only itself", async () => {
    const { base } = await published(true);
    const link = linkIn((await get(base)).bytes.toString()) ?? "";
    const { status, headers, bytes } = await get(link);
    expect([status, headers.get("Content-Type")]).toEqual([200, "application/pdf"]);
    expect(headers.get("Content-Disposition")).toBe("attachment; filename*=UTF-8''Knots%20-%20bends.pdf");
    expect(headers.get("X-Robots-Tag")).toBe("noindex");
    const source = bytes.toString("latin1");
    expect(source).toMatch(/\/Title \(Knots \/ bends\)/);
    expect(source).not.toContain("Second");
    expect(source.match(/\/Type \/Page\n/g)).toHaveLength(1);
  });

  it("keeps the PDF's tag until the content changes", async () => {
    const { base } = await published(true);
    const link = linkIn((await get(base)).bytes.toString()) ?? "";
    const tag = (await get(link)).headers.get("ETag") ?? "";
    const again = await service.platform.serveReader(
      new Request(origin + link, { headers: { "If-None-Match": tag } }),
      true,
    );
    expect(again?.status).toBe(304);
  });
});

it("a site that offers none has neither links nor PDFs", async () => {
  const { base, pages } = await published(false);
  expect((await get(base)).bytes.toString()).not.toContain("~pdf/");
  expect((await get(`${base}~pdf/${pages[0]}.pdf`)).status).toBe(404);
});

it("there are PDFs only of pages", async () => {
  const { base } = await published(true);
  for (const name of ["nowhere.pdf", "x"]) expect((await get(`${base}~pdf/${name}`)).status).toBe(404);
});

it("a site that shows visitors different things has pages printed by the browser", async () => {
  const { site, base, pages } = await published(true);
  const properties = { plan: { type: "string", description: "Plan", enum: ["free", "pro"] } };
  const jsonSchema = { type: "object", properties, additionalProperties: false };
  await site.done("PUT adaptive-schema", { jsonSchema });
  await site.done("PATCH ", { adaptiveContent: { enabled: true } });
  const html = (await get(base)).bytes.toString();
  expect(html).not.toContain("~pdf/");
  expect(html).toContain("data-print");
  expect((await get(`${base}~pdf/${pages[0]}.pdf`)).status).toBe(404);
});
