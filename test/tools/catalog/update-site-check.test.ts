import { expect, it } from "vitest";
import { updateSite } from "../../../src/tools/catalog/update-site.ts";
import { insertPages, makeChangeRequest, text } from "../../platform/http/content.ts";
import { running } from "../../platform/http/running.ts";
import { makeGuide, SiteMaker } from "../../platform/publishing/sites/site-maker.ts";
import { clientOf } from "../../support/client-ways.ts";
import { callTool } from "./call-tool.ts";

const service = running();

const check = (site: string, more: object = {}) =>
  callTool(updateSite, clientOf(service.platform, service.token), { site, check: true, ...more });

const remove = async (space: string, page: string | undefined) => {
  const changeRequest = await makeChangeRequest(service, space);
  const changes = [{ operation: "delete_page", page }];
  const removed = await service.send(`POST ${changeRequest}/content?compat=false`, {
    body: JSON.stringify({ changes }),
  });
  expect(removed.status, removed.text).toBe(200);
  expect((await service.send(`POST ${changeRequest}/merge`)).status).toBe(200);
};

it("a site without faults is reported as such, with what was checked and its address", async () => {
  const { space, pages } = await makeGuide(service, "Sound", [{ title: "Welcome", markdown: "Begin here." }]);
  const site = await SiteMaker.make(service, { title: "Sound", visibility: "public", spaces: [space] });
  await site.done("POST publish");
  const [siteSpace] = ((await site.done("GET site-spaces")).json as { items: { id: string }[] }).items;
  await site.done("POST redirects", {
    source: "/old",
    destination: { kind: "site-page", siteSpaceId: siteSpace?.id, pageId: pages[0] },
  });
  const told = await check(site.id);
  expect(told).toContain("Nothing is broken (1 space, 1 redirect).");
  expect(told).not.toContain("- The");
});

it("reports problems for readers, and how to fix them", async () => {
  const { space, pages } = await makeGuide(service, "Frail", [
    { title: "Welcome", markdown: "Go [on](nowhere.md)." },
    { title: "Second", markdown: "More." },
  ]);
  const site = await SiteMaker.make(service, { title: "Frail", visibility: "public", spaces: [space] });
  await site.done("POST publish");
  const [first] = ((await site.done("GET site-spaces")).json as { items: { id: string }[] }).items;
  const to = { kind: "site-page", siteSpaceId: first?.id, pageId: pages[1] };
  await site.done("POST redirects", { source: "/lost", destination: to });
  await site.done("POST redirects", { source: "/away", destination: { kind: "external", url: "https://a.example/" } });
  await site.done(`PATCH site-spaces/${first?.id}`, { pageId: pages[1] });
  const empty = await site.addVariant("Empty");
  const draft = await site.addVariant("Planned", { draft: true });
  const filled = await makeChangeRequest(service, draft.space);
  await insertPages(service, filled, [{ title: "Plan", markdown: "Soon." }]);
  await service.send(`POST ${filled}/merge`);
  await remove(space, pages[1]);
  const told = await check(site.id);
  expect(told).toMatch(
    /- The space "Frail" \(\w+\) has 1 broken link: read_operation listSpaceLinks \{"spaceId":"\w+","status":"broken"\} lists them\. See "[^"]+\/sites\/frail\/"\./,
  );
  expect(told).toContain(`has no page. See "`);
  expect(told).toContain(`- The space "Planned" (${draft.siteSpace}) is a draft: only previews show it.`);
  expect(told).toMatch(
    new RegExp(`- The redirect "/lost" \\(\\w+\\) leads nowhere: page ${pages[1]} is not in the space`),
  );
  expect(told).toContain(`The home page of the space "Frail" (${first?.id}), ${pages[1]}, is gone`);
  expect(told).not.toContain("/away");
  expect(told).toContain(empty.siteSpace);
  expect(told).toMatch(/\d faults \(3 spaces, 2 redirects\)\./);
});

it("checks what the call changed, and counts a site that is offline", async () => {
  const site = await SiteMaker.make(service, { title: "Offline", visibility: "public" });
  const told = await check(site.id, { title: "Still offline" });
  expect(told).toContain('Now the title is "Still offline".');
  expect(told).toContain('- The site is not published: "published": true makes it reachable.');
  expect(told).toContain('- It shows no space: "spaces" adds some.');
  const { space } = await makeGuide(service, "Late", [{ title: "Welcome", markdown: "Here." }]);
  const mended = await check(site.id, { spaces: [space], published: true });
  expect(mended).toContain("Nothing is broken (1 space, 0 redirects).");
  expect(text(await site.done("GET "), "urls.published")).toContain("/sites/");
});
