import { parentPort } from "node:worker_threads";
import { type EarlierFile, SpecBook } from "./spec-book.ts";

/** A question to the thread, and its answer. */
export type Question =
  | { readonly ask: "add"; readonly path: string; readonly text: string }
  | { readonly ask: "finish"; readonly targets: ReadonlyMap<string, string>; readonly earlier: readonly EarlierFile[] };

const book = new SpecBook();

parentPort?.on("message", (question: Question) => {
  parentPort?.postMessage(
    question.ask === "add" ? book.add(question.path, question.text) : book.finish(question.targets, question.earlier),
  );
});
