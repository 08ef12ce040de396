import { openPlatform } from "../../../src/platform/index.ts";

/** Runs the jobs of a data folder until it is killed; its clock is so many seconds ahead. */
const [folder = "", ahead = "0", url = ""] = process.argv.slice(2);

const model = url === "" ? undefined : { url, model: "small", tokens: 10_000_000 };

const now = () => new Date(Date.now() + Number(ahead) * 1_000);

const platform = await openPlatform({ folder, now, model });

process.stdout.write("open\n");

await platform.jobsSettled();

// What is killed late is killed when all is done.
await new Promise((resolve) => setTimeout(resolve, 30_000));
