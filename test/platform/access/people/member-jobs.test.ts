import { afterEach, beforeEach, expect, it } from "vitest";
import { addMember, disableUser } from "../../../../src/platform/access/people/index.ts";
import { openPlatform } from "../../../../src/platform/index.ts";
import type { JobKinds } from "../../../../src/platform/kernel/jobs/job-kind.ts";
import { type Service, startService } from "../../../pins/service.ts";
import { makeSpace, member, text } from "../../http/content.ts";
import { addOrganization, addPerson, type Person } from "../../http/people.ts";

let service: Service;
let person: Person;
let space = "";

/** Resolves when an import is running, which then continues until it is stopped. */
let begun: Promise<void>;
let stopped = 0;

/** A real import would be finished before anyone could be removed. */
const endless = (): JobKinds => {
  let begin = () => {};
  begun = new Promise((resolve) => {
    begin = resolve;
  });
  return {
    import: async () => ({
      time: 60_000,
      run: (_input, job) =>
        new Promise((_resolve, reject) => {
          begin();
          job.signal.addEventListener("abort", () => {
            stopped += 1;
            reject(job.signal.reason as Error);
          });
        }),
    }),
  };
};

async function start(jobs: JobKinds): Promise<string> {
  service = await startService(undefined, { jobs });
  person = await addPerson(service, service.organization, "review");
  space = await makeSpace(service);
  return startImport();
}

/** The address of an import run of the person's. */
async function startImport(organization = service.organization, into = space): Promise<string> {
  const { headers } = person;
  const upload = await service.send("POST /uploads?name=a.md", { headers, body: new TextEncoder().encode("# A\n") });
  const body = JSON.stringify({ source: { type: "file", files: [text(upload, "key")] }, target: { space: into } });
  const run = await service.send(`POST /v1/org/${organization}/imports`, { headers, body });
  return `/v1/org/${organization}/imports/${text(run, "id")}`;
}

const remove = () => service.send(`DELETE /v1/orgs/${service.organization}/members/${person.user}`);

const giveRole = async (role: string) => {
  const body = JSON.stringify({ role });
  await service.send(`PATCH /v1/orgs/${service.organization}/members/${person.user}`, { body });
  return person;
};

const outcome = async (run: string) => {
  const { json } = await service.send(`GET ${run}`);
  const { status, reason } = json as { status: string; reason?: string };
  return [status, reason];
};

const noMember =
  "The user who requested this is no longer an active member of the organization. Another member can request it again.";

beforeEach(() => {
  stopped = 0;
});
afterEach(async () => {
  await service.close();
  expect(service.log).toEqual([]);
});

it("a waiting job fails when its member is removed, and says why", async () => {
  const run = await start({});
  expect(await outcome(run)).toEqual(["pending", undefined]);
  expect((await remove()).status).toBe(205);
  expect(await outcome(run)).toEqual(["failed", expect.stringContaining(noMember)]);
});

it("a running job is stopped when its member is removed", async () => {
  const run = await start(endless());
  await begun;
  expect((await remove()).status).toBe(205);
  await service.platform.jobsSettled();
  expect(stopped).toBe(1);
  expect((await outcome(run))[0]).toBe("cancelled");
});

it("a waiting job fails when its user is disabled", async () => {
  const run = await start({});
  const { database, now } = service.platform;
  await database.write((queries) => disableUser(queries, person.user, now()));
  expect((await outcome(run))[0]).toBe("failed");
  expect((await service.send("GET /v1/user", { headers: person.headers })).status).toBe(401);
});

it("reading a specification fails in the same way, and the specification reports it", async () => {
  await start({});
  const { headers } = await giveRole("create");
  const at = `/v1/orgs/${service.organization}/openapi/tides`;
  const body = JSON.stringify({
    source: { text: '{"openapi":"3.1.0","info":{"title":"T","version":"1"},"paths":{}}' },
  });
  expect((await service.send(`PUT ${at}`, { headers, body })).status).toBe(201);
  await remove();
  const spec = await service.send(`GET ${at}`);
  expect(member(spec, "lastProcessedErrors.0")).toEqual({ code: "forbidden", message: noMember });
});

it("jobs in another organization of the user continue", async () => {
  await start({});
  const elsewhere = await addOrganization(service);
  const { headers } = elsewhere.administrator;
  const made = await service.send(`POST /v1/orgs/${elsewhere.organization}/spaces`, { headers, body: "{}" });
  await service.platform.database.write((queries) =>
    addMember(
      queries,
      { organization: elsewhere.organization, user: person.user, role: "review" },
      service.platform.now(),
    ),
  );
  const run = await startImport(elsewhere.organization, text(made, "id"));
  await remove();
  const still = await service.send(`GET ${run}`, { headers });
  expect(member(still, "status")).toBe("pending");
});

it("a job whose member left while no process was running does not run", async () => {
  const run = await start({});
  await service.platform.database.write((queries) =>
    queries.deleteFrom("member").where("user", "=", person.user).execute(),
  );
  const { folder } = service;
  await service.platform.close();
  const again = await openPlatform({ folder, log: (line) => service.log.push(line) });
  again.takeUpJobs();
  await again.jobsSettled();
  const { status } = await again.database.read((queries) =>
    queries.selectFrom("job").select("state as status").where("kind", "=", "import").executeTakeFirstOrThrow(),
  );
  const pages = await again.fetch(
    new Request(`http://localhost/v1/spaces/${space}/content/pages`, {
      headers: { Authorization: `Bearer ${service.token}` },
    }),
  );
  expect([status, await pages.json()]).toEqual(["failed", { pages: [] }]);
  await again.close();
  expect(run).toContain("/imports/");
});
