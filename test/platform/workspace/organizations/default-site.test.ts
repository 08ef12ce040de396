import { expect, it } from "vitest";
import { member } from "../../http/content.ts";
import { running } from "../../http/running.ts";
import { SiteMaker } from "../../publishing/sites/site-maker.ts";

const service = running();

const change = (defaultContent: object | null) =>
  service.send(`PATCH /v1/orgs/${service.organization}`, { body: JSON.stringify({ title: "Acme", defaultContent }) });

const shown = async () => member(await service.send(`GET /v1/orgs/${service.organization}`), "defaultContent");

it("an organization can only have one of its own sites as its default", async () => {
  const site = await SiteMaker.make(service, { title: "Handbook" });
  expect((await change({ type: "site", site: site.id })).status).toBe(200);
  for (const unknown of ["nowhere", "", `${site.id}x`, service.organization]) {
    const refused = await change({ type: "site", site: unknown });
    expect(refused.status, unknown).toBe(400);
    expect(refused.text).toContain("defaultContent.site");
  }
  expect(await shown()).toEqual({ type: "site", site: site.id });
});

it("a site of another organization is rejected", async () => {
  const site = await SiteMaker.make(service, { title: "Elsewhere" });
  await service.platform.database.write((queries) =>
    queries.updateTable("site").set({ organization: "another" }).where("id", "=", site.id).execute(),
  );
  expect((await change({ type: "site", site: site.id })).status).toBe(400);
});

it("a deleted site is no longer the default, and other settings stay", async () => {
  const [first, other] = [
    await SiteMaker.make(service, { title: "First" }),
    await SiteMaker.make(service, { title: "Other" }),
  ];
  await service.send(`PATCH /v1/orgs/${service.organization}`, { body: JSON.stringify({ sso: true }) });
  await change({ type: "site", site: first.id });
  await other.done("DELETE ");
  expect(await shown()).toEqual({ type: "site", site: first.id });
  await first.done("DELETE ");
  expect(await shown()).toBeUndefined();
  expect(member(await service.send(`GET /v1/orgs/${service.organization}`), "sso")).toBe(true);
});
