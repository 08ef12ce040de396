import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { editPage } from "../../../src/tools/catalog/edit-page.ts";
import { mergeChangeRequest } from "../../../src/tools/catalog/merge-change-request.ts";
import { showChanges } from "../../../src/tools/catalog/show-changes.ts";
import { writePages } from "../../../src/tools/catalog/write-pages.ts";
import type { Tool } from "../../../src/tools/tool.ts";
import { openWorkspace, type SeededSpace, type Workspace } from "../../support/workspace.ts";
import { callTool, fenced, refusal } from "./call-tool.ts";

let workspace: Workspace;
let space: SeededSpace;
let number: string;

const tides = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Tide tables", version: "1" },
  paths: { "/tides": { get: { tags: ["Tides"], summary: "List tides", responses: { 200: { description: "All" } } } } },
});

async function publish(specSlug: string, text: string): Promise<void> {
  await workspace.client.openapiSpecs.set({ organizationId: workspace.organization, specSlug, source: { text } });
  await workspace.platform.jobsSettled();
}

beforeAll(async () => {
  workspace = await openWorkspace();
  await publish("tides", tides);
  await publish("torn", "{");
});
afterAll(() => workspace.close());
beforeEach(async () => {
  space = await workspace.makeSpace("Harbour", [{ markdown: "# Start\n" }]);
  number = String((await workspace.openChangeRequest(space.id)).number);
});

const call = (tool: Tool, input: object) =>
  callTool(tool, workspace.client, { space: space.id, change_request: number, ...input });
const compute = (openapi: string) => call(writePages, { pages: [{ action: "create", openapi }] });
const pages = async () =>
  (await workspace.client.changeRequestContent.pages({ spaceId: space.id, changeRequestId: number })).pages;

it("are created from a specification named in any case", async () => {
  await compute("Tides");
  await workspace.platform.jobsSettled();
  expect((await pages()).map(({ title }) => title)).toEqual(["Start", "Tide tables"]);
});

it.each([
  ["nothing", 'There is no OpenAPI specification "nothing". There are:\n- "tides"'],
  ["torn", 'OpenAPI specification "torn" could not be read (PARSE_ERROR)'],
])("are not created from %s, which has nothing to compute from", async (openapi, problem) => {
  const message = await refusal(compute(openapi));
  expect(message).toContain(`pages[0] (create): ${problem}`);
  expect(message).toContain("\nNothing was changed.");
  expect(await pages()).toHaveLength(1);
});

it("are reported if the same specification already has pages", async () => {
  expect(await compute("tides")).not.toContain("same pages");
  const [, first] = await pages();
  expect(await compute("tides")).toContain(`; "tides" (id ${first?.id}) has the same pages: keep one\n`);
});

it("are one line in a change request's diff, and show their text if named", async () => {
  await compute("tides");
  await workspace.platform.jobsSettled();
  const answer = await call(showChanges, {});
  expect(answer).toContain(
    '  computed from OpenAPI specification "tides", as are 2 changed pages under it. "page" shows the text of one.',
  );
  expect(answer).not.toContain("List tides");
  expect(answer.match(/^Page created/gm)).toHaveLength(1);
  expect(fenced(await call(showChanges, { page: "tides/tides" })).join("")).toContain("+## List tides\n");
});

it("are reported as pending until they exist, in the merge question too", async () => {
  await compute("tides");
  const [, page] = await pages();
  const note = `Not finished: pages are still being computed from an OpenAPI specification under page ${page?.id}. Check again in a moment; if merged now, the space gets them a little later.`;
  const consequence: Tool = {
    ...(mergeChangeRequest as unknown as Tool),
    run: async (...given) => ({ text: (await (mergeChangeRequest as unknown as Tool).consequence?.(...given)) ?? "" }),
  };
  const merging = () => call(consequence, {});
  const jobBecomes = (change: object) =>
    workspace.platform.database.write((queries) =>
      queries.updateTable("job").set(change).where("kind", "=", "computed-pages").execute(),
    );
  await workspace.platform.jobsSettled();
  await jobBecomes({
    state: "running",
    lease_owner: "another process",
    lease_until: new Date(Date.now() + 30_000).toISOString(),
  });
  expect(await call(showChanges, {})).toContain(`\n${note}`);
  expect(await merging()).toContain(` ${note}`);
  await jobBecomes({ state: "succeeded", lease_owner: null });
  expect(await call(showChanges, {})).not.toContain("Not finished");
  expect(await merging()).not.toContain("Not finished");
});

it("refuse an edit immediately, whatever it would replace", async () => {
  await compute("tides");
  await workspace.platform.jobsSettled();
  const says = 'is computed from OpenAPI specification "tides", and changes only with it.';
  const edits = [{ old_text: "no such text", new_text: "x" }];
  expect(await refusal(call(editPage, { page: "tides/tides", edits }))).toContain(says);
  const replace = { action: "replace", page: "tides/tides", markdown: "x", revision: "stale" };
  expect(await refusal(call(writePages, { pages: [replace] }))).toContain(says);
});
