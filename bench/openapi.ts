import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { stringify } from "yaml";
import { measureApiPages } from "./api-pages.ts";
import { type Measurement, type MeasureOptions, timed } from "./measurement.ts";
import { openWorkspace, type Workspace, withFolder } from "./workspace.ts";

interface Subject {
  readonly name: string;
  readonly bytes: number;
  readonly time: number;
  /** The longest that nothing else could run in this process while it was read, and while its content was sent. */
  readonly stall: number;
  readonly sendingStall: number;
  readonly memory: number;
}

/** The cost of reading a specification, and how long others wait meanwhile. */
export async function measureOpenapi({ quick }: MeasureOptions): Promise<Measurement> {
  return withFolder("openapi", async (folder) => {
    const workspace = await openWorkspace(join(folder, "data"));
    const subjects: Subject[] = [];
    for (const megabytes of quick ? [0.1] : [0.1, 1, 5]) {
      for (const format of ["json", "yaml"] as const) {
        subjects.push(await measure(workspace, megabytes, format));
      }
    }
    const pages = await measureApiPages(workspace, quick ? 1000 : 20_000);
    await workspace.platform.close();
    const row = (what: string, value: number) =>
      ({ what, value, against: { name: "a pause of 50 ms", value: 50 }, unit: "ms" }) as const;
    const rows = subjects.flatMap(({ name, stall, sendingStall }) => [
      row(`longest stall, ${name}`, stall),
      row("while its content is sent", sendingStall),
    ]);
    const notes = subjects.map(
      ({ name, bytes, time, memory }) =>
        `${name}: ${bytes.toLocaleString("en")} bytes read in ${time.toFixed(0)} ms, with ${memory.toFixed(0)} MB more at most.`,
    );
    for (const { name, ms, processor, longest, bytes } of pages) {
      rows.push(row(`longest stall, ${name}`, longest));
      notes.push(
        `${name}: ${bytes.toLocaleString("en")} bytes in ${ms.toFixed(0)} ms, with ${processor.toFixed(0)} ms of the processor.`,
      );
    }
    return { rows, notes };
  });
}

async function measure(workspace: Workspace, megabytes: number, format: "json" | "yaml"): Promise<Subject> {
  const { client, platform, organization } = workspace;
  const description = generate(megabytes * 1_000_000, format);
  const text = format === "json" ? JSON.stringify(description, undefined, 2) : stringify(description);
  const slug = `size-${String(megabytes).replace(".", "-")}-${format}`;
  const names = { organizationId: organization, specSlug: slug };
  await client.openapiSpecs.set({ ...names, source: { text } });
  const before = process.memoryUsage().rss;
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 20);
  let time = 0;
  const stall = await measureLongestStall(async () => {
    time = await timed(() => platform.jobsSettled());
  });
  clearInterval(watch);
  const content = `http://localhost/v1/orgs/${organization}/openapi/${slug}/versions/latest/content`;
  const sendingStall = await measureLongestStall(async () => {
    const request = new Request(content, { headers: { Authorization: `Bearer ${workspace.token}` } });
    for await (const _ of (await platform.fetch(request)).body ?? []);
  });
  const { lastVersion, lastProcessedErrors } = await client.openapiSpecs.get(names);
  if (lastVersion === undefined) throw new Error(JSON.stringify(lastProcessedErrors));
  return {
    name: `${megabytes} MB of ${format.toUpperCase()}`,
    bytes: Buffer.byteLength(text),
    time,
    stall,
    sendingStall,
    memory: (most - before) / 1024 / 1024,
  };
}

async function measureLongestStall(work: () => Promise<void>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await work();
  await sleep(20);
  delay.disable();
  return delay.max / 1e6;
}

/** Bytes of one generated operation. */
const operationBytes = { json: 1247, yaml: 917 };

/** A description of about this many bytes: operations that share schemas, like real ones. */
function generate(bytes: number, format: keyof typeof operationBytes): object {
  const count = Math.ceil(bytes / operationBytes[format]);
  const text = { type: "string" };
  const paths = Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `/things/{id}/parts-${index}`,
      {
        get: {
          operationId: `read${index}`,
          summary: `Reads part ${index} of a thing`,
          description: "A part is what a thing is made of. ".repeat(8),
          parameters: [
            { name: "id", in: "path", required: true, schema: text },
            { name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: 100 } },
          ],
          responses: {
            200: {
              description: "The part",
              content: { "application/json": { schema: { $ref: `#/components/schemas/Part${index % 50}` } } },
            },
            404: { description: "There is none" },
          },
        },
      },
    ]),
  );
  const schemas = Object.fromEntries(
    Array.from({ length: 50 }, (_, index) => [
      `Part${index}`,
      {
        type: "object",
        properties: { id: text, name: text, next: { $ref: `#/components/schemas/Part${(index + 1) % 50}` } },
      },
    ]),
  );
  return { openapi: "3.1.0", info: { title: "Things", version: "1" }, paths, components: { schemas } };
}
