import { parentPort } from "node:worker_threads";
import { drawDiagram } from "../../../site/diagrams/draw-diagram.ts";

parentPort?.on("message", (source: string) => parentPort?.postMessage(drawDiagram(source)));
