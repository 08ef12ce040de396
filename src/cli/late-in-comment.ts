import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { Script } from "node:vm";
import type * as late from "./late.ts";

/** Stands in for late.ts in the built file, where that is CommonJS in a comment behind the rest: see `scripts/build.ts`. */

declare const lateHash: string;
declare const lateEscape: string;

const file = fileURLToPath(import.meta.url);
const text = readFileSync(file, "utf8");
const mark = new RegExp(`^/\\*${lateHash}\n`, "m").exec(text);
if (mark === null) throw new Error(`${file} was replaced while it started. Start it again.`);
const start = mark.index + mark[0].length;
const code = text.slice(start, text.lastIndexOf("*/")).replaceAll(lateEscape, "*/");

// Stack traces show the lines of the file; the function's head stands where the mark does.
const lineOffset = text.slice(0, mark.index).split("\n").length - 1;
const script = new Script(`(function (module, require, lateUrl) {\n${code}\n})`, { filename: file, lineOffset });

const module: { exports: Partial<typeof late> } = { exports: {} };
script.runInThisContext()(module, createRequire(import.meta.url), import.meta.url);

export const { runCommand, serveHost } = module.exports as typeof late;
