/**
 * An exam for agents: jobs on a real documentation, done with nothing but Copydesk's tools, judged by the state they
 * leave behind. README.md beside this file says how to run it.
 */
import { parseArgs } from "node:util";
import { DeskSession } from "./desk-session.ts";
import { runModel } from "./model-agent.ts";
import { describeVerdicts, JobRecord, jobs, type Verdict } from "./record.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    work: { type: "string", default: "exam" },
    docs: { type: "string" },
    jobs: { type: "string" },
    "model-url": { type: "string" },
    "model-key": { type: "string" },
    model: { type: "string" },
  },
});
const [command = "help", name = "", tool = "", input = "{}"] = positionals;
const chosen = values.jobs?.split(",") ?? jobs.map((job) => job.name);
const record = (job: string) => new JobRecord(values.work, job);
const print = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

function docs(): string {
  if (values.docs === undefined) throw new Error("--docs names the folder of the documentation, see README.md");
  return values.docs;
}

async function withSession<Result>(job: string, work: (session: DeskSession) => Promise<Result>): Promise<Result> {
  const session = await DeskSession.open(record(job).data);
  try {
    return await work(session);
  } finally {
    await session.close();
  }
}

async function check(names: readonly string[]): Promise<void> {
  const verdicts: Verdict[] = [];
  for (const job of names) if (record(job).isPrepared) verdicts.push(await record(job).check());
  print(describeVerdicts(verdicts));
}

const commands: Readonly<Record<string, () => Promise<void>>> = {
  list: async () => print(jobs.map((job) => `${job.name}: ${job.prompt}`).join("\n\n")),
  prepare: async () => {
    for (const job of chosen) await record(job).prepare(docs());
  },
  prompt: async () => print(record(name).job.prompt),
  tools: () =>
    withSession(name, async (session) => {
      print(session.instructions());
      for (const { name, description, inputSchema } of await session.tools())
        print(`\n## ${name}\n${description ?? ""}\n${JSON.stringify(inputSchema)}`);
    }),
  call: () =>
    withSession(name, async (session) => {
      const given = JSON.parse(input) as Record<string, unknown>;
      const answer = await session.call(tool, given);
      record(name).add(tool, given, answer);
      print(answer.text);
    }),
  answer: async () => record(name).finish(tool),
  check: () => check(chosen),
  model: async () => {
    const { "model-url": url, "model-key": key, model } = values;
    if (url === undefined || model === undefined) throw new Error("--model-url and --model name the model");
    for (const job of chosen) {
      await record(job).prepare(docs());
      await withSession(job, (session) => runModel({ url, key, name: model }, record(job), session));
    }
    await check(chosen);
  },
};

const run = commands[command];
if (run === undefined) throw new Error(`commands: ${Object.keys(commands).join(", ")}`);
await run();
