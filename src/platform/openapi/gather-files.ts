import type { RunningJob } from "../jobs/job-kind.ts";
import { OutboundTimeout, type Validators } from "../outbound/outbound.ts";
import { Problem } from "../problem.ts";
import { type SpecProblem, targetKey } from "./spec-book.ts";
import type { SpecReader } from "./spec-reader.ts";

/** Bytes and milliseconds that a specification may take with all of its files, and how many it may have. */
const most = { bytes: 25 * 1024 * 1024, time: 60_000, oneTime: 30_000, files: 2000 };

export interface Failure {
  readonly code: "FETCH_TIMEOUT" | "FETCH_ERROR" | "PARSE_ERROR";
  readonly problems: readonly SpecProblem[];
}

export interface Gathered {
  /** The file an address leads to, by `targetKey`. */
  readonly targets: ReadonlyMap<string, string>;
  readonly validators: Validators;
}

export interface UrlSource {
  readonly url: string;
  readonly known: Validators | undefined;
}

/** Fetches a specification and the files it refers to, of the same origin alone, into a reader. */
export async function gatherFiles(
  source: UrlSource,
  openReader: (entry: string) => SpecReader,
  job: Pick<RunningJob, "outbound" | "signal" | "progress">,
): Promise<Gathered | Failure | "unchanged"> {
  const end = performance.now() + most.time;
  const origin = new URL(source.url).origin;
  const paths = new Map<string, string>([[withoutHash(source.url), pathOf(source.url, new Set())]]);
  const targets = new Map<string, string>();
  let validators: Validators = {};
  let reader: SpecReader | undefined;
  let room = most.bytes;
  for (const [url, path] of paths) {
    job.signal.throwIfAborted();
    job.progress(targets.size, paths.size, "Fetching");
    const time = Math.min(most.oneTime, Math.ceil(end - performance.now()));
    const isEntry = reader === undefined;
    let text: string;
    try {
      if (time <= 0) throw new OutboundTimeout("unprocessable", "Its files did not all answer in time.");
      const known = isEntry ? source.known : undefined;
      const fetched = await job.outbound.fetch(url, { bytes: Math.max(1, room), time, known });
      if (fetched.unchanged) return "unchanged";
      if (isEntry) validators = fetched.validators ?? {};
      room -= fetched.bytes.length;
      text = new TextDecoder("utf-8", { fatal: true }).decode(fetched.bytes);
    } catch (error) {
      if (error instanceof TypeError) return parseFailure("syntax", `${path}: is not UTF-8 text`);
      if (!(error instanceof Problem)) throw error;
      const code = error instanceof OutboundTimeout ? "FETCH_TIMEOUT" : "FETCH_ERROR";
      return { code, problems: [{ code: "fetch", message: error.message }] };
    }
    reader ??= openReader(text);
    const reading = await reader.add(path, text);
    if ("problem" in reading) return { code: "PARSE_ERROR", problems: [reading.problem] };
    for (const address of reading.addresses) {
      const target = URL.canParse(address, url) ? new URL(address, url) : undefined;
      if (target?.origin !== origin) continue;
      const key = withoutHash(target.href);
      const known = paths.get(key) ?? pathOf(key, new Set(paths.values()));
      if (!paths.has(key) && paths.size >= most.files) {
        return parseFailure("files", `It refers to more than ${most.files} files. Bundle them into fewer.`);
      }
      paths.set(key, known);
      targets.set(targetKey(path, address), known);
    }
  }
  return { targets, validators };
}

export const parseFailure = (code: string, message: string): Failure => ({
  code: "PARSE_ERROR",
  problems: [{ code, message }],
});

function withoutHash(url: string): string {
  const bare = new URL(url);
  bare.hash = "";
  return bare.href;
}

/** The path of a file's address, without its query, which may hold secrets. */
function pathOf(url: string, taken: ReadonlySet<string>): string {
  const path = new URL(url).pathname.replace(/^\/+/, "") || "openapi";
  let free = path;
  for (let number = 2; taken.has(free); number += 1) free = `${path}-${number}`;
  return free;
}
