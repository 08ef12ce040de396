import { expect, it } from "vitest";
import { insertPages, makeChangeRequest, text } from "../../http/content.ts";
import { running } from "../../http/running.ts";
import { SiteMaker } from "../sites/site-maker.ts";

const service = running();

it("a page offers what its site's customization lists, and the logo links as configured", async () => {
  const site = await SiteMaker.make(service, { title: "Actions", visibility: "public" });
  const { space } = await site.addVariant("Manual");
  const changeRequest = await makeChangeRequest(service, space);
  const [, second = ""] = await insertPages(service, changeRequest, [{ title: "One" }, { title: "Two" }]);
  await service.send(`POST ${changeRequest}/merge`);
  const path = new URL(text(await site.done("POST publish"), "urls.published")).pathname;
  const read = async () => {
    const response = await service.platform.serveReader(new Request(`http://127.0.0.1:5050${path}`), true);
    return (await response?.text()) ?? "";
  };
  const before = await read();
  expect(before).toMatch(/href="https:\/\/claude\.ai\/new\?q=Read%20http[^"]*index\.md/);
  expect(before).toContain(`href="${path}~pdf/`);
  const settings = (await site.done("GET customization")).json as {
    header: object;
    pageActions: object;
  };
  const header = { ...settings.header, primaryLink: { kind: "page", page: second } };
  await site.done("PUT customization", { ...settings, header, pageActions: { items: ["markdown"] } });
  const after = await read();
  expect(after).not.toMatch(/claude\.ai|~pdf/);
  expect(after).toContain(`<a class="logo" href="${path}two">`);
});
