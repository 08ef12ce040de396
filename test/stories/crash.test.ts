import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Client } from "../../src/client/client.ts";
import { contentFaults } from "../support/content-integrity.ts";
import { openWorkspaceAt } from "../support/platform-workspace.ts";
import { programFile } from "../support/program-file.ts";
import type { Acknowledged } from "./crash-record.ts";

const rounds = Number(process.env.COPYDESK_CRASH_ROUNDS ?? 6);
/** A data folder is used for this many rounds, so that some kills hit a new one and some a grown one. */
const roundsOfFolder = 3;
/** Opened, imported, edited, merged. */
const linesUntilMerged = 4;
const pagesOfDocs = 40;
const filesOfDocs = 3;
const writer = programFile(import.meta.dirname, "crash-writer.ts");

it("acknowledged writes survive a killed process, and nothing is half-written", {
  timeout: 180_000 + rounds * 60_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), "crash-"));
  const docs = join(folder, "docs");
  await writeDocs(docs);
  let lines: Acknowledged[] = [];
  const seen = { imported: 0, edited: 0, merged: 0, opened: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const data = join(folder, `data-${Math.floor(round / roundsOfFolder)}`);
    if (round % roundsOfFolder === 0) lines = [];
    // The last ones live until something was merged, so that every kind of response is seen.
    const least = round === rounds - 1 ? linesUntilMerged : 1;
    const writers = Array.from({ length: 1 + (round % 2) }, () => killedWriter(data, docs, least));
    for (const line of (await Promise.all(writers)).flat()) {
      lines.push(line);
      seen[line.done] += 1;
    }
    expect({ round, faults: await faultsAfter(data, lines) }).toEqual({ round, faults: [] });
  }
  await rm(folder, { recursive: true, force: true });
  if (process.env.COPYDESK_CRASH_ROUNDS !== undefined) console.log(`${rounds} rounds`, seen);
  expect(Math.min(seen.imported, seen.edited, seen.merged)).toBeGreaterThan(0);
});

/** Runs the writing program for a random time, kills it, and returns the complete lines it printed. */
async function killedWriter(data: string, docs: string, least: number): Promise<Acknowledged[]> {
  const child = spawn(process.execPath, [writer, data, docs], { stdio: ["ignore", "pipe", "pipe"] });
  let [output, errors] = ["", ""];
  // One in six dies while it starts; the others soon after this many lines.
  const early = least === 1 && Math.random() < 1 / 6;
  const lines = least + Math.floor(Math.random() * 8);
  const closed = once(child, "close");
  const printed = new Promise<void>((resolve) => {
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      if (output.split("\n").length > lines) resolve();
    });
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  if (!early) await Promise.race([printed, closed]);
  await Promise.race([sleep(Math.random() * (early ? 500 : 100)), closed]);
  child.kill("SIGKILL");
  const [code] = await closed;
  if (code !== null) throw new Error(`the writer ended by itself with ${code}: ${errors}`);
  const whole = output.slice(0, output.lastIndexOf("\n") + 1);
  return whole.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as Acknowledged]));
}

/** Opens the folder again and compares it with itself and with what was acknowledged. */
async function faultsAfter(data: string, lines: readonly Acknowledged[]): Promise<string[]> {
  const { platform, client, organization } = await openWorkspaceAt(data);
  try {
    const faults = await contentFaults(platform);
    const { items } = await client.spaces.list({ organizationId: organization, limit: 1000 });
    const spaces = new Set(items.map((space) => space.id));
    for (const id of spaces) faults.push(...(await importFaults(client, id)));
    for (const line of lines) {
      if (line.done === "opened") continue;
      if (!spaces.has(line.space)) faults.push(`the imported space ${line.space} is gone`);
      else if (line.done !== "imported") faults.push(...(await editFaults(client, line)));
    }
    return faults;
  } finally {
    await platform.close();
  }
}

/** A space is imported completely or not at all. */
async function importFaults(client: Client, spaceId: string): Promise<string[]> {
  const { pages, files } = await client.revisions.current({ spaceId });
  const imported = pages.filter((page) => page.slug?.startsWith("imported-")).length;
  const images = (files ?? []).filter((file) => file.name.startsWith("image-")).length;
  if (imported === pagesOfDocs && images === filesOfDocs) return [];
  return [`space ${spaceId} has ${imported} pages and ${images} files of its import`];
}

async function editFaults(client: Client, line: Extract<Acknowledged, { page: string }>): Promise<string[]> {
  const address = { spaceId: line.space, changeRequestId: line.changeRequest };
  const page = await client.changeRequestContent.page({ ...address, pageId: line.page, format: "markdown" });
  const faults = page.markdown?.endsWith(`\n\n${line.text}\n`) ? [] : [`an edit of ${line.changeRequest} is lost`];
  if (line.done === "edited") return faults;
  const { status } = await client.changeRequests.get(address);
  if (status !== "merged") faults.push(`the merge of ${line.changeRequest} is lost`);
  const merged = await client.pages.get({ spaceId: line.space, pageId: line.page, format: "markdown" });
  if (merged.markdown !== page.markdown) faults.push(`the page that ${line.changeRequest} merged is another`);
  const found = await client.search.space({ spaceId: line.space, query: line.text });
  if (!found.items.some((one) => one.id === line.page)) faults.push(`search lost what ${line.changeRequest} merged`);
  return faults;
}

async function writeDocs(docs: string): Promise<void> {
  await mkdir(docs);
  for (let number = 0; number < pagesOfDocs; number += 1) {
    const sections = Array.from({ length: 20 }, (_, part) => `## Part ${part}\n\nwords of ${number} ${part}\n`);
    await writeFile(join(docs, `imported-${number}.md`), `# Imported ${number}\n\n${sections.join("\n")}`);
  }
  for (let number = 0; number < filesOfDocs; number += 1) {
    await writeFile(join(docs, `image-${number}.png`), Buffer.alloc(200_000, number));
  }
  await writeFile(join(docs, "imported-0.md"), "# Imported 0\n\n![](image-0.png) ![](image-1.png) ![](image-2.png)\n");
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
