import { expect, it } from "vitest";
import { openWorkspace } from "../../support/platform-workspace.ts";
import { openQueue, work } from "../kernel/jobs/queue.ts";

const hour = 60 * 60 * 1000;

/** A workspace whose clock is set back an hour before each further call of `next`. No job is run. */
async function openPutBack() {
  let time = Date.parse("2026-03-04T12:00:00.000Z");
  const workspace = await openWorkspace({ jobs: {}, now: () => new Date(time) });
  const { id: spaceId } = await workspace.client.spaces.create({
    organizationId: workspace.organization,
    title: "Docs",
  });
  const next = async <Made>(make: () => Promise<Made>): Promise<Made> => {
    time -= hour;
    return make();
  };
  return { ...workspace, spaceId, next };
}

it("change requests are listed newest first after the clock was set back, also page by page", async () => {
  const { client, organization, spaceId, next } = await openPutBack();
  const subjects = ["first", "second", "third"];
  for (const subject of subjects) await next(() => client.changeRequests.create({ spaceId, subject }));
  const shown = (list: { items: readonly { subject: string }[] }) => list.items.map(({ subject }) => subject);
  expect(shown(await client.changeRequests.listInSpace({ spaceId, status: "draft" }))).toEqual([
    "third",
    "second",
    "first",
  ]);
  expect(
    shown(await client.changeRequests.listInOrganization({ organizationId: organization, status: ["draft"] })),
  ).toEqual(["third", "second", "first"]);
  const paged: string[] = [];
  for (let page: string | undefined; paged.length < 3; ) {
    const list = await client.changeRequests.listInSpace({
      spaceId,
      status: "draft",
      limit: 1,
      ...(page === undefined ? {} : { page }),
    });
    paged.push(...shown(list));
    page = list.next?.page;
  }
  expect(paged).toEqual(["third", "second", "first"]);
});

it("the import or export started last is reported after the clock was set back", async () => {
  const { client, spaceId, next } = await openPutBack();
  const given = { spaceId, url: "https://git.example.com/docs.git", ref: "refs/heads/main" };
  await next(() => client.git.import(given));
  expect((await client.git.getInfo({ spaceId })).operation?.direction).toBe("import");
  await next(() => client.git.export({ ...given, commitMessage: "Docs" }));
  expect((await client.git.getInfo({ spaceId })).operation?.direction).toBe("export");
});

it("reviews are listed newest first after the clock was set back", async () => {
  const { client, spaceId, next } = await openPutBack();
  const { id: changeRequestId } = await client.changeRequests.create({ spaceId, subject: "Docs" });
  const names = { spaceId, changeRequestId };
  await client.changeRequests.update({ ...names, status: "open" });
  const made: string[] = [];
  for (const status of ["changes-requested", "approved"] as const) {
    made.unshift((await next(() => client.reviews.submit({ ...names, status }))).id);
  }
  const { items } = await client.reviews.list(names);
  expect(items.map(({ id }) => id)).toEqual(made);
});

it("jobs of one lane keep their order after the clock was set back", async () => {
  const queue = await openQueue();
  await queue.add({ kind: "work", lane: "one", input: 1 });
  queue.setTime(-3600);
  await queue.add({ kind: "work", lane: "one", input: 2 });
  const begun: unknown[] = [];
  const runner = await queue.runner(
    work(async (input) => {
      begun.push(input);
      return async () => undefined;
    }),
  );
  await runner.settled();
  expect(begun).toEqual([1, 2]);
});
