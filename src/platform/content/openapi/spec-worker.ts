import { parentPort } from "node:worker_threads";
import type { ApiPart, ApiRequest } from "./reference/api-parts.ts";
import { ApiReader } from "./reference/api-reader.ts";
import { renderReference } from "./reference/render-reference.ts";
import type { ReferenceRequest } from "./reference/rendered.ts";
import { compareFiles, type EarlierFile, SpecBook } from "./spec-book.ts";

/** A request to the thread, with the type of its response. */
export type WorkerRequest =
  | { readonly ask: "add"; readonly path: string; readonly text: string }
  | { readonly ask: "finish"; readonly targets: ReadonlyMap<string, string>; readonly earlier: readonly EarlierFile[] }
  | { readonly ask: "compare"; readonly older: readonly EarlierFile[]; readonly newer: readonly EarlierFile[] }
  | { readonly ask: "render"; readonly request: ReferenceRequest }
  | { readonly ask: "open"; readonly request: ApiRequest }
  | { readonly ask: "view"; readonly part: ApiPart };

const book = new SpecBook();
const reader = new ApiReader();

parentPort?.on("message", (message: WorkerRequest) => parentPort?.postMessage(respond(message)));

function respond(message: WorkerRequest): unknown {
  switch (message.ask) {
    case "add":
      return book.add(message.path, message.text);
    case "finish":
      return book.finish(message.targets, message.earlier);
    case "compare":
      return compareFiles(message.older, message.newer);
    case "render":
      return renderReference(message.request);
    case "open":
      return reader.open(message.request);
    case "view":
      return reader.view(message.part);
  }
}
