import { parentPort } from "node:worker_threads";
import type { ApiPart, ApiRequest } from "./reference/api-parts.ts";
import { ApiReader } from "./reference/api-reader.ts";
import { renderReference } from "./reference/render-reference.ts";
import type { ReferenceRequest } from "./reference/rendered.ts";
import { compareFiles, type EarlierFile, SpecBook } from "./spec-book.ts";

/** A question to the thread, with the type of its answer. */
export type Question =
  | { readonly ask: "add"; readonly path: string; readonly text: string }
  | { readonly ask: "finish"; readonly targets: ReadonlyMap<string, string>; readonly earlier: readonly EarlierFile[] }
  | { readonly ask: "compare"; readonly older: readonly EarlierFile[]; readonly newer: readonly EarlierFile[] }
  | { readonly ask: "render"; readonly request: ReferenceRequest }
  | { readonly ask: "open"; readonly request: ApiRequest }
  | { readonly ask: "view"; readonly part: ApiPart };

const book = new SpecBook();
const reader = new ApiReader();

parentPort?.on("message", (question: Question) => parentPort?.postMessage(answer(question)));

function answer(question: Question): unknown {
  switch (question.ask) {
    case "add":
      return book.add(question.path, question.text);
    case "finish":
      return book.finish(question.targets, question.earlier);
    case "compare":
      return compareFiles(question.older, question.newer);
    case "render":
      return renderReference(question.request);
    case "open":
      return reader.open(question.request);
    case "view":
      return reader.view(question.part);
  }
}
