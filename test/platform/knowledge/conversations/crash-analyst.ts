import { openPlatform } from "../../../../src/platform/index.ts";

/** Runs the jobs of a data folder until it is killed; its clock is ahead by a number of seconds. */
const [folder = "", ahead = "0", url = ""] = process.argv.slice(2);

const model = url === "" ? undefined : { url, model: "small", tokens: 10_000_000 };

const now = () => new Date(Date.now() + Number(ahead) * 1_000);

const platform = await openPlatform({ folder, now, model });

process.stdout.write("open\n");

await platform.jobsSettled();

// If it is killed late, everything is already done.
await new Promise((resolve) => setTimeout(resolve, 300_000));
