import { parentPort, workerData } from "node:worker_threads";
import { type AnalyserOptions, type Portion, pageAnalyser } from "./analyse-pages.ts";

const analyse = pageAnalyser(workerData as AnalyserOptions);

parentPort?.on("message", async (portion: Portion) => parentPort?.postMessage(await analyse(portion)));
