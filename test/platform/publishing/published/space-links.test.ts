import { expect, it } from "vitest";
import { insertPages, makeChangeRequest, makeSpace, text } from "../../http/content.ts";
import { running } from "../../http/running.ts";
import { SiteMaker } from "../sites/site-maker.ts";

const service = running();

const origin = "http://127.0.0.1:5050";

async function read(path: string): Promise<string> {
  const response = await service.platform.serveReader(new Request(origin + path), true);
  return response === undefined ? "nothing" : response.text();
}

async function write(space: string, title: string, markdown: string): Promise<string> {
  const changeRequest = await makeChangeRequest(service, space);
  const [id = ""] = await insertPages(service, changeRequest, [{ title: `Start of ${title}` }, { title, markdown }]);
  expect((await service.send(`POST ${changeRequest}/merge`)).status).toBe(200);
  return id;
}

it("a link into another space leads to its page on the site, in HTML and in Markdown", async () => {
  const site = await SiteMaker.make(service, { title: "Two spaces", visibility: "public" });
  const guides = await site.addVariant("Guides");
  const api = await site.addVariant("API");
  await write(api.space, "Errors", "## Codes\n\nAll of them.");
  const outside = await makeSpace(service, "Outside");
  const links = [
    `[whole](/spaces/${api.space})`,
    `[app](https://docs.example/app/org/s/${api.space}/errors#codes)`,
    `[missing](https://docs.example/app/org/s/${api.space}/no/such)`,
    `[outside](/spaces/${outside})`,
  ];
  await write(guides.space, "Links", links.join(" and "));
  const base = new URL(text(await site.done("POST publish"), "urls.published")).pathname;
  const html = await read(`${base}links`);
  const home = `${base}api/`;
  expect(html).toContain(`<a href="${home}errors#codes">app</a>`);
  expect(html).toContain(`<a href="${home}">whole</a>`);
  expect(html).toContain(`<a href="${home}">missing</a>`);
  expect(html).toMatch(/<span class="nowhere" title="[^"]+">outside<\/span>/);
  expect(await read(`${base}api/errors`)).toContain("All of them.");
  expect(await read(`${base}links.md`)).toContain(`[app](${origin}${home}errors.md#codes)`);
});
