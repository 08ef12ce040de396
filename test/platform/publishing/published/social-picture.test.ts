import { imageSize } from "image-size";
import { describe, expect, it } from "vitest";
import { text } from "../../http/content.ts";
import { running } from "../../http/running.ts";
import { makeGuide, SiteMaker } from "../sites/site-maker.ts";

const service = running();

const origin = "http://127.0.0.1:5050";

async function get(url: string): Promise<{ status: number; type: string | null; bytes: Buffer }> {
  const response = await service.platform.serveReader(new Request(url), true);
  if (response === undefined) throw new Error(`nothing is at ${url}`);
  const { status, headers } = response;
  return { status, type: headers.get("content-type"), bytes: Buffer.from(await response.arrayBuffer()) };
}

async function published(pages: Parameters<typeof makeGuide>[2]) {
  const guide = await makeGuide(service, "Manual", pages);
  const site = await SiteMaker.make(service, { title: "Shared", visibility: "public", spaces: [guide.space] });
  const base = new URL(text(await site.done("POST publish"), "urls.published")).pathname;
  return { site, base, pages: guide.pages };
}

const pictureOf = (html: string) => /<meta property="og:image" content="([^"]+)">/.exec(html)?.[1];

describe("the preview picture of a shared page", () => {
  it("shows the page's title, in the size that networks show", async () => {
    const { base } = await published([{ title: 'A "title" & <more> '.repeat(12) }, { title: "Second" }]);
    const first = pictureOf((await get(origin + base)).bytes.toString()) ?? "";
    const second = pictureOf((await get(`${origin}${base}second`)).bytes.toString()) ?? "";
    const [one, other] = [await get(first), await get(second)];
    expect([one.status, one.type]).toEqual([200, "image/png"]);
    expect(imageSize(one.bytes)).toMatchObject({ width: 1_200, height: 630, type: "png" });
    expect(one.bytes.equals(other.bytes)).toBe(false);
    expect((await get(first)).bytes.equals(one.bytes)).toBe(true);
  });

  it("is the site's own picture if it has one", async () => {
    const { site, base } = await published([{ title: "Welcome" }]);
    const settings = (await site.done("GET customization")).json as object;
    await site.done("PUT customization", { ...settings, socialPreview: { url: "https://example.com/share.png" } });
    expect(pictureOf((await get(origin + base)).bytes.toString())).toBe("https://example.com/share.png");
  });

  it("does not exist if the font lacks the letters, or there is no such page", async () => {
    const { base, pages } = await published([{ title: "はじめに" }]);
    expect(pictureOf((await get(origin + base)).bytes.toString())).toBeUndefined();
    for (const id of [pages[0], "nowhere", "../x"]) {
      expect([id, (await get(`${origin}${base}~ogimage/${id}.png`)).status]).toEqual([id, 404]);
    }
  });
});
