// Kills, damaged archives, bad pictures, hostile repositories and hostile pages, in random order against one served data
// folder under three writers. Options: --minutes (10), --seed (of the clock). Ends with 1 when a process ended by itself,
// something acknowledged is lost, or the data folder is not whole.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type Client, createClient } from "../../src/client/client.ts";
import { randomNumbers } from "../random.ts";
import { openWorkspace, withFolder } from "../workspace.ts";
import { attacks, type Field } from "./attacks.ts";
import { StormedServer } from "./served.ts";
import { lost, write } from "./writers.ts";

const { values } = parseArgs({ options: { minutes: { type: "string" }, seed: { type: "string" } } });
const minutes = Number(values.minutes ?? 10);
const seed = Number(values.seed ?? Date.now() % 1e9);
const random = randomNumbers(seed);
const cli = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
process.stdout.write(`storm of ${minutes} minutes, seed ${seed}\n`);

await withFolder("storm", async (folder) => {
  const data = join(folder, "data");
  const workspace = await openWorkspace(data);
  const { organization, token } = workspace;
  const spaces: string[] = [];
  for (let writer = 0; writer < 3; writer += 1) {
    const { id } = await workspace.client.spaces.create({ organizationId: organization, title: `Writer ${writer}` });
    spaces.push(id);
  }
  await workspace.platform.close();

  const server = new StormedServer(data, [
    "--confirm",
    "never",
    "--git-hosts",
    `file://${join(folder, "repositories")}`,
  ]);
  await server.start();
  const client = (): Client => createClient({ baseUrl: server.api.replace(/\/v1$/, ""), token });
  const end = performance.now() + minutes * 60_000;
  const writing = Promise.all(spaces.map((space, at) => write(client(), space, end, `writer ${at}`)));
  const killing = kill(server, end);
  const attacking = attack({ client, token, folder, data, organization, random }, end);
  const [lines, , { counts, faults }] = await Promise.all([writing, killing, attacking]);
  await sleep(1000);
  faults.push(...server.deaths, ...(await lost(client(), lines.flat())));
  await server.end();
  faults.push(...doctorFaults(data));

  const made = Object.entries(counts).map(([name, count]) => `${count} ${name}`);
  process.stdout.write(`${server.kills} kills, ${made.join(", ")}; ${lines.flat().length} acknowledged writes\n`);
  process.stdout.write(faults.length === 0 ? "no faults\n" : `${faults.length} faults:\n${faults.join("\n")}\n`);
  if (faults.length > 0) process.exitCode = 1;
});

async function kill(server: StormedServer, end: number): Promise<void> {
  while (performance.now() < end) {
    await sleep(1000 + random() * 8000);
    await server.kill();
  }
}

async function attack(field: Field, end: number): Promise<{ counts: Record<string, number>; faults: string[] }> {
  const counts: Record<string, number> = {};
  const faults: string[] = [];
  const names = Object.keys(attacks);
  while (performance.now() < end) {
    const name = names[Math.floor(random() * names.length)] ?? "";
    counts[name] = (counts[name] ?? 0) + 1;
    try {
      faults.push(...((await attacks[name]?.(field)) ?? []));
    } catch {
      // Answered with an error, or killed meanwhile; a process that ended by itself is counted where it runs.
      await sleep(50);
    }
  }
  return { counts, faults };
}

function doctorFaults(data: string): string[] {
  try {
    execFileSync(process.execPath, [cli, "doctor", "--data", data], { stdio: "pipe" });
    return [];
  } catch (error) {
    return [`doctor: ${String((error as { stdout?: Buffer }).stdout)}`];
  }
}
