import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startService } from "../../pins/service.ts";
import { text } from "./content.ts";
import { OtherProcess, type Workspace } from "./other-process.ts";

const folder = mkdtempSync(join(tmpdir(), "copydesk-"));
const one = new OtherProcess(folder);
const two = new OtherProcess(folder);
let workspaces: Workspace[] = [];

beforeAll(async () => {
  workspaces = await Promise.all([one.started(), two.started()]);
});
afterAll(async () => {
  await Promise.all([one.stop(), two.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

const organization = () => workspaces[0]?.organization ?? "";
const id = (answer: { readonly json: unknown }) => String((answer.json as { id?: unknown }).id);

describe("two platforms of one process on one folder", () => {
  it("create one workspace and take turns writing", async () => {
    const shared = mkdtempSync(join(tmpdir(), "copydesk-"));
    const [first, second] = await Promise.all([startService(shared), startService(shared)]);
    expect([first.organization, first.user]).toEqual([second.organization, second.user]);
    const made = await first.send(`POST /v1/orgs/${first.organization}/spaces`);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        (index % 2 === 0 ? first : second).send(`POST /v1/spaces/${text(made, "id")}/change-requests`),
      ),
    );
    const numbers = answers.map(({ json }) => (json as { number: number }).number).sort((left, right) => left - right);
    expect(numbers).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
    await first.platform.close();
    await second.close();
  });
});

describe("two processes that start on a new folder at the same time", () => {
  it("create one organization and one user", () => {
    expect(workspaces[0]?.organization).toBe(workspaces[1]?.organization);
    expect(workspaces[0]?.user).toBe(workspaces[1]?.user);
  });

  it("have tokens that both accept", async () => {
    const users = await Promise.all([one.send("GET /v1/user"), two.send("GET /v1/user")]);
    expect(users.map(({ status }) => status)).toEqual([200, 200]);
    expect(users.map(id)).toEqual([workspaces[0]?.user, workspaces[0]?.user]);
  });
});

describe("two processes on one folder", () => {
  it("see what the other wrote as soon as it was acknowledged", async () => {
    const made = await one.send(`POST /v1/orgs/${organization()}/spaces`, '{"title":"Shared"}');
    expect(made.status).toBe(201);
    expect((await two.send(`GET /v1/spaces/${id(made)}`)).json).toEqual(made.json);
    expect((await two.send(`PATCH /v1/spaces/${id(made)}`, '{"title":"Renamed"}')).status).toBe(200);
    expect((await one.send(`GET /v1/spaces/${id(made)}`)).json).toMatchObject({ title: "Renamed" });
  });

  it("keep everything that either of them wrote", async () => {
    const made = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        (index % 2 === 0 ? one : two).send(`POST /v1/orgs/${organization()}/spaces`, `{"title":"Space ${index}"}`),
      ),
    );
    const listed = await two.send(`GET /v1/orgs/${organization()}/spaces?limit=1000`);
    const items = (listed.json as { items: { id: string }[] }).items.map((space) => space.id);
    expect(items).toEqual(expect.arrayContaining(made.map(id)));
  });

  it("number 200 change requests of one space from 1 to 200 without gaps or duplicates", async () => {
    const space = id(await one.send(`POST /v1/orgs/${organization()}/spaces`));
    const made = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        (index % 2 === 0 ? one : two).send(`POST /v1/spaces/${space}/change-requests`),
      ),
    );
    expect(made.map(({ status }) => status)).toEqual(Array.from({ length: 200 }, () => 201));
    const numbers = made.map(({ json }) => (json as { number: number }).number).sort((left, right) => left - right);
    expect(numbers).toEqual(Array.from({ length: 200 }, (_, index) => index + 1));
  });

  it("merge change requests of one space one after another, each on the other's result", async () => {
    const space = id(await one.send(`POST /v1/orgs/${organization()}/spaces`));
    const merged = await Promise.all(
      [one, two, one, two, one, two].map(async (platform, index) => {
        const changeRequest = `/v1/spaces/${space}/change-requests/${id(await platform.send(`POST /v1/spaces/${space}/change-requests`))}`;
        await platform.send(
          `POST ${changeRequest}/content`,
          `{"changes":[{"operation":"insert_page","title":"Page ${index}","document":{"markdown":""}}]}`,
        );
        return platform.send(`POST ${changeRequest}/merge`);
      }),
    );
    expect(merged.map(({ json }) => (json as { result: string }).result)).toEqual(
      Array.from({ length: 6 }, () => "merge"),
    );
    const { pages } = (await one.send(`GET /v1/spaces/${space}/content/pages`)).json as { pages: { title: string }[] };
    expect(pages.map(({ title }) => title).sort()).toEqual([0, 1, 2, 3, 4, 5].map((index) => `Page ${index}`));
  });

  it("lose nothing that was acknowledged when one of them is killed", async () => {
    const made = await two.send(`POST /v1/orgs/${organization()}/spaces`, '{"title":"Last words"}');
    await two.stop();
    expect((await one.send(`GET /v1/spaces/${id(made)}`)).json).toEqual(made.json);
    await one.stop();
    const service = await startService(folder);
    expect(text(await service.send(`GET /v1/spaces/${id(made)}`), "title")).toBe("Last words");
    await service.platform.close();
  });
});
