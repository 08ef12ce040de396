import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildNextRelease, type NextRelease, nextStep } from "../support/next-release.ts";
import { type PostgresServer, startPostgres } from "../support/postgres-server.ts";
import { copydesk, start, temporaryFolder } from "./program.ts";
import { updateAndRollBack } from "./rolling-update.ts";

const folder = temporaryFolder();
let postgres: PostgresServer;
let next: NextRelease;

beforeAll(async () => {
  [postgres, next] = await Promise.all([startPostgres({ durable: true }), buildNextRelease()]);
}, 120_000);

afterAll(async () => {
  next?.remove();
  await postgres?.stop();
});

/** Each test migrates a database of its own. */
async function createDatabase(name: string): Promise<{ readonly COPYDESK_DATABASE: string }> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`create database ${name}`).finally(() => client.end());
  return { COPYDESK_DATABASE: new URL(name, postgres.url).href };
}

const long = { processes: 3, writers: 4, rest: 0, pause: 2_000, rounds: 2 };

describe.each<[string, (database: string) => Promise<{ readonly COPYDESK_DATABASE?: string }>]>([
  ["PostgreSQL", createDatabase],
  ["a data folder", () => Promise.resolve({})],
])("on %s", (place, createVariables) => {
  it("migrating that is killed half-way changes nothing, and two that run at once run each step once", async () => {
    const data = ["--data", join(folder, `migrated on ${place}`)];
    const variables = await createVariables("migrated");
    const migrate = (args: readonly string[], more = {}) =>
      start(["migrate", ...data, ...args], { ...variables, ...more }, next.program);
    expect((await copydesk(["migrate", ...data], variables)).code).toBe(0);
    const { stdout: listed } = await migrate(["--dry-run", "--json"]).ended;
    expect(JSON.parse(listed)).toMatchObject({
      isNew: false,
      steps: [{ name: nextStep, onlyAdds: true }],
      applied: [],
    });

    const killed = migrate([], { STEP_DELAY: "600000" });
    await killed.line("stderr", /half of the step has run/);
    killed.child.kill("SIGKILL");
    await killed.ended;
    expect((await migrate(["--dry-run", "--json"]).ended).stdout).toBe(listed);

    const both = await Promise.all([migrate(["--json"]).ended, migrate(["--json"]).ended]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(both.flatMap(({ stdout }) => (JSON.parse(stdout) as { applied: string[] }).applied)).toEqual([nextStep]);
    const again = await migrate([]).ended;
    expect([again.code, again.stderr]).toEqual([0, expect.stringMatching(/ is up to date\. Nothing was changed\.\n$/)]);
    expect((await copydesk(["migrate", ...data], variables)).stderr).toMatch(
      / is up to date\. Nothing was changed\.\n$/,
    );
  }, 120_000);

  it("processes are updated and rolled back twice under load, and lose nothing", async () => {
    const { COPYDESK_DATABASE: database } = await createVariables("updated");
    await updateAndRollBack({ ...long, folder: join(folder, place), next: next.program, database });
  }, 1_800_000);
});
