import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addColleague } from "../support/colleague.ts";
import type { SeededSpace } from "../support/workspace.ts";
import { type DeskWorkspace, openDesk, type Visitor } from "./desk-workspace.ts";

let desk: DeskWorkspace;
let space: SeededSpace;
let ada: Visitor;
let at: string;

beforeAll(async () => {
  // Nothing runs the jobs.
  desk = await openDesk({ jobs: {} });
  space = await desk.makeSpace("Handbook", [{ markdown: "# Start\n", slug: "start" }]);
  ada = await desk.signedIn();
  at = `/app/${desk.organization}/jobs`;
});
afterAll(() => desk.close());

async function startImport(): Promise<string> {
  const response = await desk.platform.fetch(
    new Request("http://localhost/uploads?name=a.md", {
      method: "POST",
      headers: { Authorization: `Bearer ${desk.token}` },
      body: "# A\n",
    }),
  );
  const { key } = (await response.json()) as { key: string };
  const { id } = await desk.client.imports.start({
    organizationId: desk.organization,
    source: { type: "file", files: [key] },
    target: { space: space.id },
  });
  return id;
}

const setJobs = (change: { state: string; done: number; total: number; message: string }) =>
  desk.platform.database.write((queries) =>
    queries.updateTable("job").set(change).where("kind", "=", "import").execute(),
  );

describe("the jobs of an organization", () => {
  it("are shown with their progress, and an import can be cancelled", async () => {
    const run = await startImport();
    expect(await ada.see(at)).toMatch(/Import\s*:\s+Handbook\s.*waiting\s+not started/);
    await setJobs({ state: "running", done: 3, total: 12, message: "Reading <files>" });
    expect(await ada.see(at)).toContain("Reading <files> (3 of 12)");
    expect(ada.html).toContain('<progress max="12" value="3" aria-label="Reading &lt;files&gt;">');
    expect(await ada.follow("cancel")).toMatch(/The job ends as soon as it can\..*stopping/);
    expect(ada.html).not.toContain('value="cancel"');
    const names = { organizationId: desk.organization, importRunId: run };
    await setJobs({ state: "waiting", done: 0, total: 0, message: "" });
    await expect(desk.client.imports.cancel(names)).resolves.toMatchObject({ status: "cancelled" });
    expect(await ada.see(at)).toContain("cancelled");
  });

  it("change the version of the page as they progress, so that open pages update", async () => {
    await startImport();
    const versionNow = async () => {
      await ada.see(at);
      return /data-version="([^"]+)"/.exec(ada.html)?.[1];
    };
    const before = await versionNow();
    await setJobs({ state: "running", done: 4, total: 12, message: "Reading" });
    expect(before).toBeDefined();
    expect(await versionNow()).not.toBe(before);
  });

  it("are shown only to administrators and to those who requested them", async () => {
    await startImport();
    const { user } = await addColleague(desk.platform, desk.organization, { role: "edit", name: "Eve" });
    const eve = await desk.signedIn(user);
    const text = await eve.see(at);
    expect(text).toContain("these are the ones you requested");
    expect(text).toContain("No job is running");
  });

  it("link to their translation or specification", async () => {
    const { client, organization } = desk;
    await client.openapiSpecs.set({
      organizationId: organization,
      specSlug: "tides",
      source: { text: "openapi: 3.1.0" },
    });
    await ada.see(at);
    expect(ada.html).toContain(`href="/app/${organization}/openapi/tides"`);
  });

  it("are deferred for a deleted space until it can no longer be restored", async () => {
    const gone = await desk.makeSpace("Gone");
    await desk.client.spaces.remove({ spaceId: gone.id });
    expect(await ada.see(at)).toMatch(/Remove a deleted space.*put off\s+until/);
  });
});
