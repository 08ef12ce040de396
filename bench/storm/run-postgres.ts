// Three processes on one PostgreSQL database under four writers, while processes are killed, the server of the database
// crashes and comes back, and connections are cut, in random order. Options: --minutes (5), --seed (of the clock), and
// --beside <dist/cli.js of another build>: then nothing is harmed, the first process runs that build, started before the
// others, and any refused request is a fault. Ends with 1 when a process ended by itself, an answer was 500, something
// acknowledged is lost, or the content is not whole.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import pg from "pg";
import { type Client, createClient } from "../../src/client/client.ts";
import { openPlatform } from "../../src/platform/index.ts";
import { contentFaults } from "../../test/support/content-integrity.ts";
import { startPostgres } from "../../test/support/postgres-server.ts";
import { randomNumbers } from "../random.ts";
import { withFolder } from "../workspace.ts";
import { StormedServer } from "./served.ts";
import { lost, write } from "./writers.ts";

const { values } = parseArgs({
  options: { minutes: { type: "string" }, seed: { type: "string" }, beside: { type: "string" } },
});
const minutes = Number(values.minutes ?? 5);
const seed = Number(values.seed ?? Date.now() % 1e9);
const random = randomNumbers(seed);
process.stdout.write(`storm of ${minutes} minutes on PostgreSQL, seed ${seed}\n`);

await withFolder("storm", async (folder) => {
  const postgres = await startPostgres({ durable: true });
  const names = ["first", "second", "third"];
  const options = ["--confirm", "never", "--database", postgres.url];
  const servers = names.map(
    (name, at) => new StormedServer(join(folder, name), options, at === 0 ? values.beside : undefined),
  );
  for (const server of servers) await server.start();
  const token = readFileSync(join(folder, "first", "token"), "utf8").trim();
  const statuses = new Map<number, number>();
  /** Calls the processes in turn, like a balancer. */
  const client = (turn: number): Client =>
    createClient({
      baseUrl: "http://storm.example.com",
      token,
      fetch: async (request) => {
        turn += 1;
        const { pathname, search } = new URL(request.url);
        const api = servers[turn % servers.length]?.api ?? "";
        const response = await fetch(new Request(new URL(pathname + search, api), request));
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
        return response;
      },
    });

  const { items } = await client(0).organizations.list({});
  const spaces: string[] = [];
  for (const title of ["One", "Two", "Both"]) {
    const { id } = await client(0).spaces.create({ organizationId: items[0]?.id ?? "", title });
    spaces.push(id);
  }
  const [one = "", two = "", both = ""] = spaces;
  const counts = { "kills of a process": 0, "crashes of the database": 0, "cuts of all connections": 0 };
  const harms = {
    async "kills of a process"() {
      await servers[Math.floor(random() * servers.length)]?.kill();
    },
    async "crashes of the database"() {
      await postgres.crash();
      await sleep(random() * 500);
      await postgres.start();
    },
    async "cuts of all connections"() {
      const admin = new pg.Client({ connectionString: postgres.url });
      await admin.connect();
      await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'copydesk'");
      await admin.end();
    },
  };
  const end = performance.now() + minutes * 60_000;
  const harm = async () => {
    while (values.beside === undefined && performance.now() < end) {
      await sleep(500 + random() * 2000);
      const chance = random();
      const name =
        chance < 0.7 ? "kills of a process" : chance < 0.85 ? "crashes of the database" : "cuts of all connections";
      await harms[name]();
      counts[name] += 1;
    }
  };
  const writing = [one, two, both, both].map((space, at) => write(client(at), space, end, `writer ${at}`));
  const [, ...written] = await Promise.all([harm(), ...writing]);
  await sleep(1000);
  const lines = written.flat();
  const faults = [...servers.flatMap(({ deaths }) => deaths), ...(await lost(client(0), lines))];
  for (const [status, count] of statuses) {
    if (status === 500 || (status >= 400 && values.beside !== undefined))
      faults.push(`${count} answers were ${status}`);
  }
  for (const server of servers) await server.end();
  const platform = await openPlatform({ folder: join(folder, "check"), database: postgres.url });
  faults.push(...(await contentFaults(platform)));
  await platform.close();
  await postgres.stop();

  const done = Object.entries(counts).map(([name, count]) => `${count} ${name}`);
  const answers = [...statuses].sort().map(([status, count]) => `${count} times ${status}`);
  process.stdout.write(`${done.join(", ")}; ${lines.length} acknowledged writes; answers: ${answers.join(", ")}\n`);
  process.stdout.write(
    faults.length === 0 ? "no faults\n" : `${faults.length} faults:\n${faults.slice(0, 50).join("\n")}\n`,
  );
  if (faults.length > 0) process.exitCode = 1;
});
