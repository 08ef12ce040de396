import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { jobKinds } from "../../../../src/platform/job-kinds.ts";
import { howDoneAgain } from "../../../../src/platform/kernel/jobs/job-outcome.ts";
import { sweep } from "../../../../src/platform/operations/upkeep/sweep.ts";
import { type Service, startService } from "../../../pins/service.ts";
import { computedFrom, describing } from "../../content/computed/computed-desk.ts";
import { makeChangeRequest, makeSpace, member } from "../../http/content.ts";
import { issuesOf, talk } from "../../knowledge/conversations/conversing.ts";
import { startDesk } from "../../knowledge/translations/translation-desk.ts";

/** Accepts requests but runs no jobs. */
let idle: Service;

let open: Service[];

beforeEach(async () => {
  idle = await startService(undefined, { jobs: {} });
  open = [idle];
});

afterEach(async () => {
  for (const service of open.reverse()) await service.close();
});

const lost = "Every process that ran it ended before finishing, perhaps because it ran out of memory.";

/** Another process, which finds that each waiting job ended every process that tried it. */
async function giveUp(): Promise<Service> {
  await idle.platform.database.write((queries) =>
    queries.updateTable("job").set({ attempts_left: 0 }).where("state", "=", "waiting").execute(),
  );
  const next = await startService(idle.folder);
  open.push(next);
  await next.platform.jobsSettled();
  expect(next.log).toContainEqual(
    expect.stringMatching(/^Job \w+ \(\S+\) is abandoned: it was restarted too often\.$/),
  );
  return next;
}

const jobs = ({ platform }: Service) =>
  platform.database.read((queries) => queries.selectFrom("job").selectAll().orderBy("created_at").execute());

const send = async (service: Service, line: string, body?: object) => {
  const answer = await service.send(line, body === undefined ? {} : { body: JSON.stringify(body) });
  expect(answer.status, `${line}: ${answer.text}`).toBeLessThan(300);
  return answer;
};

it("every kind of job says how to request it again", () => {
  const said = Object.keys(jobKinds).map(howDoneAgain);
  expect(said).not.toContain(howDoneAgain("a kind that nobody knows"));
  expect(new Set(said).size).toBe(said.length);
});

describe("a job that ended every process that tried it", () => {
  it.each(["import", "export"])("is reported by a space's %s, which can be requested again", async (direction) => {
    const space = await makeSpace(idle);
    const body = { url: "https://git.example.com/docs.git", ref: "refs/heads/main" };
    const line = `POST /v1/spaces/${space}/git/${direction}`;
    await send(idle, line, direction === "export" ? { ...body, commitMessage: "Docs" } : body);
    const next = await giveUp();
    const { operation } = (await send(next, `GET /v1/spaces/${space}/git/info`)).json as { operation: object };
    const again = direction === "import" ? "Import again: nothing" : "Export again: nothing is pushed twice";
    expect(operation).toMatchObject({
      state: "failure",
      direction,
      error: expect.stringContaining(`${lost} ${again}`),
    });
    await send(idle, line, direction === "export" ? { ...body, commitMessage: "Docs" } : body);
    expect((await jobs(next)).map(({ state }) => state)).toEqual(["failed", "waiting"]);
    // Must not be requested over the network.
    await next.platform.database.write((queries) => queries.deleteFrom("job").execute());
  });

  it("is reported by an import run", async () => {
    const space = await makeSpace(idle);
    const runs = `/v1/org/${idle.organization}/imports`;
    const source = { type: "website", url: "https://git.example.com/docs.git" };
    const run = member(await send(idle, `POST ${runs}`, { source, target: { space } }), "id");
    const next = await giveUp();
    expect((await send(next, `GET ${runs}/${run}`)).json).toMatchObject({
      status: "failed",
      reason: `${lost} Start another import run: this one added nothing to the space.`,
    });
  });

  it("is reported by a specification, which is read when it is published again", async () => {
    const line = `PUT /v1/orgs/${idle.organization}/openapi/pets`;
    const body = { source: { text: JSON.stringify(describing({ cats: ["/cats"] })) } };
    await send(idle, line, body);
    const next = await giveUp();
    const { json } = await send(next, line.replace("PUT", "GET"));
    expect(json).toMatchObject({
      processingState: "complete",
      lastProcessedErrors: [
        { message: `${lost} Publish the specification again: the previous version stays in use until then.` },
      ],
    });
    await send(next, line, body);
    await next.platform.jobsSettled();
    expect(member(await send(next, line.replace("PUT", "GET")), "lastProcessedErrorCount")).toBe(0);
  });

  it("is reported by a change request whose pages it was to compute, which are computed when the same is published", async () => {
    const service = await startService(idle.folder);
    const line = `PUT /v1/orgs/${idle.organization}/openapi/pets`;
    const body = { source: { text: JSON.stringify(describing({ cats: ["/cats"] })) } };
    await send(service, line, body);
    await service.platform.jobsSettled();
    await service.platform.close();
    const changeRequest = await makeChangeRequest(idle, await makeSpace(idle));
    const changes = [{ operation: "insert_page", computed: computedFrom("pets") }];
    await send(idle, `POST ${changeRequest}/content`, { changes });
    const page = expect.stringMatching(/^\w{20}$/);
    const unfinished = async (by: Service) => member(await send(by, `GET ${changeRequest}/changes`), "unfinished");
    expect(await unfinished(idle)).toEqual([{ kind: "computed-pages", page, state: "waiting" }]);
    const next = await giveUp();
    const reason = `${lost} Publish the specification again, changed or not, to compute these pages.`;
    expect(await unfinished(next)).toEqual([{ kind: "computed-pages", page, state: "failed", reason }]);
    await send(next, line, body);
    await next.platform.jobsSettled();
    expect(await unfinished(next)).toBeUndefined();
    expect(member(await send(next, `GET ${changeRequest}/content/pages`), "pages.0.pages.0.title")).toBe("cats");
  });

  it("is reported by a translation, which can be run again", async () => {
    const desk = await startDesk(idle);
    await desk.edit([{ operation: "insert_page", title: "Start", document: { markdown: "Words." } }]);
    await desk.call(`POST ${desk.path}/run`);
    const next = await giveUp();
    const translation = await send(next, `GET ${desk.path}`);
    expect(member(translation, "status")).toBe("pending");
    expect(member(translation, "work.problem")).toBe(
      `${lost} Run the translation again: finished translations are kept, and only the rest is requested.`,
    );
    await send(next, `POST ${desk.path}/run`);
    await next.platform.jobsSettled();
    expect(member(await send(next, `GET ${desk.path}`), "work")).toEqual({ segments: 2 });
  });

  it("is repeated for conversations that are submitted again unchanged", async () => {
    const line = `POST /v1/orgs/${idle.organization}/conversations`;
    const talks = [talk("c1", "The invoice cannot be paid by card.")];
    await send(idle, line, talks);
    const next = await giveUp();
    expect((await jobs(next))[0]?.error).toContain("Submit any conversation again, changed or not");
    expect(await issuesOf(next)).toEqual([]);
    next.setTime("2026-01-02T04:00:00.000Z");
    await send(next, line, talks);
    await next.platform.jobsSettled();
    expect(await issuesOf(next)).toHaveLength(1);
    await send(next, line, talks);
    expect(await jobs(next)).toHaveLength(2);
  });

  it("is restarted once a day if it was to remove deleted data", async () => {
    const space = await makeSpace(idle);
    await send(idle, `DELETE /v1/spaces/${space}`);
    await idle.platform.database.write((queries) =>
      queries.updateTable("job").set({ due_at: idle.platform.now() }).execute(),
    );
    const next = await giveUp();
    expect(await jobs(next)).toMatchObject([{ kind: "purge", state: "failed" }]);
    const { database } = next.platform;
    await sweep({ database, folder: next.folder, now: next.platform.now, temporary: next.folder });
    await next.platform.jobsSettled();
    expect(await jobs(next)).toMatchObject([{ kind: "purge", state: "succeeded" }]);
  });
});
