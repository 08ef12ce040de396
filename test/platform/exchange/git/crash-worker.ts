import { openPlatform } from "../../../../src/platform/index.ts";
import { loopback } from "./git-desk.ts";

/** Runs the imports and exports of a data folder until it is killed. */
const [folder = "", later = "0"] = process.argv.slice(2);

const now = () => new Date(Date.now() + Number(later));

const platform = await openPlatform({ folder, outbound: loopback(), now });

const settled = platform.jobsSettled();

process.stdout.write("running\n");

await settled;

process.stdout.write("settled\n");

await new Promise((resolve) => setTimeout(resolve, 300_000));
