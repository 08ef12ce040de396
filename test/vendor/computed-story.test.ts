import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PageSummary } from "../../src/contract/models/page.ts";
import { matchOperation, readDescription, versions } from "./description.ts";
import { type ServedPlatform, servePlatform } from "./served-platform.ts";
import { Validator } from "./validator.ts";
import { type VendorClient, vendorClient, vendorError } from "./vendor-client.ts";

const text = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Pets", version: "1" },
  paths: { "/dogs": { get: { tags: ["dogs"], summary: "List dogs", responses: { 200: { description: "Dogs" } } } } },
});
const computed = {
  type: "builtin:openapi",
  props: { models: false },
  dependencies: { spec: { ref: { kind: "openapi", spec: "pets" } } },
};

describe.each(versions)("computed pages through the vendor's client %s", (version) => {
  let platform: ServedPlatform;
  let client: VendorClient;

  beforeAll(async () => {
    platform = await servePlatform();
    client = vendorClient(version, platform.endpoint, platform.token);
  });
  afterAll(() => platform.close());

  it("are requested, listed, read and found, and cannot be edited", async () => {
    const { organization } = platform;
    await client.orgs.createOpenApiSpec(organization, { slug: "pets", source: { text } });
    await platform.platform.jobsSettled();
    const space = (await client.orgs.createSpace(organization, { title: "Docs", emoji: "1f327" })).data.id;
    const draft = (await client.spaces.createChangeRequest(space, { subject: "Reference" })).data.id;
    const change = (one: object) =>
      client.request({
        path: `/spaces/${space}/change-requests/${draft}/content`,
        method: "POST",
        body: { changes: [one] },
        type: "application/json",
        format: "json",
        secure: true,
      });
    await change({ operation: "insert_page", computed });
    await platform.platform.jobsSettled();

    const { changes } = (await client.spaces.getChangeRequestChanges(space, draft)).data;
    const created = changes.map((one) => ("page" in one ? [one.type, (one.page as PageSummary).path] : [one.type]));
    expect(created.sort()).toEqual([
      ["page_created", "pets"],
      ["page_created", "pets/dogs"],
    ]);
    const query = { format: "markdown" } as const;
    const dogs = (await client.spaces.getPageInChangeRequestByPath(space, draft, "pets%2Fdogs", query)).data;
    expect(dogs.computed).toEqual({ ...computed, props: { doc: "operations", page: "dogs" } });
    const refused = change({ operation: "delete_page", page: dogs.id });
    expect(await vendorError(version, refused)).toMatchObject({ code: 409 });

    await client.spaces.mergeChangeRequest(space, draft);
    await platform.platform.jobsSettled();
    expect((await client.spaces.getPageById(space, dogs.id, query)).data.markdown).toContain("## List dogs\n");
    const found = (await client.spaces.searchSpaceContent(space, { query: "list dogs" })).data.items;
    expect(found.map(({ id }) => id)).toContain(dogs.id);

    await client.orgs.deleteOpenApiSpecBySlug(organization, "pets");
    await platform.platform.jobsSettled();
    const revision = (await client.spaces.getCurrentRevision(space)).data;
    expect(revision.type).toBe("computed");
    expect(revision.pages.map(({ path, pages = [] }) => [path, pages.length])).toEqual([["pets", 0]]);
  });

  it("match the vendor's description", async () => {
    const description = await readDescription(version);
    const validator = new Validator(description);
    const problems = platform.exchanged.flatMap(({ method, path, status, body }) => {
      const match = matchOperation(description, method, path);
      if (match === undefined || (status >= 400 && !(status in match.operation.answers))) return [];
      return validator.answerProblems(match.operation, status, body).map((problem) => `${method} ${path}: ${problem}`);
    });
    expect(problems).toEqual([]);
    expect(platform.exchanged.length).toBeGreaterThan(10);
  });
});
