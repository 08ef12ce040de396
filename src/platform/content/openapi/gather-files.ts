import type { RunningJob } from "../../kernel/jobs/job-kind.ts";
import { type Fetched, OutboundTimeout, OutboundTooLarge, type Validators } from "../../kernel/outbound/outbound.ts";
import { Problem } from "../../kernel/problem.ts";
import { type SpecProblem, targetKey } from "./spec-book.ts";
import type { SpecReader } from "./spec-thread.ts";

/** Limits for a specification with all of its files: bytes, milliseconds and number of files. */
const limits = { bytes: 25 * 1024 * 1024, time: 60_000, oneTime: 30_000, files: 2000 };

/** Files fetched at once. */
const atOnce = 6;

export interface Failure {
  readonly code: "FETCH_TIMEOUT" | "FETCH_ERROR" | "PARSE_ERROR";
  readonly problems: readonly SpecProblem[];
}

export interface Gathered {
  /** The file at an address, by `targetKey`. */
  readonly targets: ReadonlyMap<string, string>;
  readonly validators: Validators;
}

export interface UrlSource {
  readonly url: string;
  readonly known: Validators | undefined;
}

/** A file that has been or will be fetched. */
interface WantedFile {
  readonly url: string;
  readonly path: string;
  /** The first file that references it; undefined for the entry. */
  readonly wantedBy: string | undefined;
}

/** Fetches a specification and the files it references, from the same origin only, into a reader. */
export async function gatherFiles(
  source: UrlSource,
  openReader: () => SpecReader,
  job: Pick<RunningJob, "outbound" | "signal" | "progress">,
): Promise<Gathered | Failure | "unchanged"> {
  const end = performance.now() + limits.time;
  let remainingBytes = limits.bytes;
  const take = async (file: WantedFile, known?: Validators): Promise<Fetched | Failure> => {
    const time = Math.min(limits.oneTime, Math.ceil(end - performance.now()));
    try {
      if (time <= 0) throw new OutboundTimeout("unprocessable", tooSlow);
      const fetched = await job.outbound.fetch(file.url, { bytes: limits.bytes, time, known, signal: job.signal });
      remainingBytes -= fetched.bytes.length;
      return remainingBytes < 0 ? tooLarge : fetched;
    } catch (error) {
      return fetchFailure(error, file);
    }
  };

  const entry: WantedFile = {
    url: withoutHash(source.url),
    path: toUnusedPath(source.url, new Set()),
    wantedBy: undefined,
  };
  job.progress(0, 1, "Fetching");
  const first = await take(entry, source.known);
  if ("code" in first) return first;
  if (first.unchanged) return "unchanged";
  const reader = openReader();
  const targets = new Map<string, string>();
  const wanted = new Map([[withoutHash(first.url ?? entry.url), entry]]);
  const taken = new Set([entry.path]);
  const origin = new URL(first.url ?? entry.url).origin;

  /** Reads a file and records its references, resolved against its final address. */
  const add = async ({ url, path }: WantedFile, fetched: Fetched): Promise<Failure | undefined> => {
    const text = decodeText(fetched.bytes);
    if (text === undefined) return parseFailure("syntax", `${path}: is not UTF-8 text`);
    const reading = await reader.add(path, text);
    if ("problem" in reading) return { code: "PARSE_ERROR", problems: [reading.problem] };
    const base = fetched.url ?? url;
    for (const address of reading.addresses) {
      const target = URL.canParse(address, base) ? new URL(address, base) : undefined;
      if (target?.origin !== origin) continue;
      const key = withoutHash(target.href);
      const known = wanted.get(key) ?? { url: key, path: toUnusedPath(key, taken), wantedBy: path };
      if (!wanted.has(key) && wanted.size >= limits.files) {
        return parseFailure("files", `It refers to more than ${limits.files} files. Bundle them into fewer.`);
      }
      wanted.set(key, known);
      taken.add(known.path);
      targets.set(targetKey(path, address), known.path);
    }
    return undefined;
  };

  const wrong = await add(entry, first);
  if (wrong !== undefined) return wrong;
  for (let done = 1; done < wanted.size; ) {
    job.progress(done, wanted.size, "Fetching");
    const next = [...wanted.values()].slice(done, done + atOnce);
    const all = await Promise.all(next.map((file) => take(file)));
    for (const [index, file] of next.entries()) {
      const fetched = all[index] as Fetched | Failure;
      const failure = "code" in fetched ? fetched : await add(file, fetched);
      if (failure !== undefined) return failure;
    }
    done += next.length;
  }
  return { targets, validators: first.validators ?? {} };
}

export const parseFailure = (code: string, message: string): Failure => ({
  code: "PARSE_ERROR",
  problems: [{ code, message }],
});

const fetchProblem = (code: "FETCH_TIMEOUT" | "FETCH_ERROR", message: string): Failure => ({
  code,
  problems: [{ code: "fetch", message }],
});

const tooSlow = `Not all of its files could be fetched within ${limits.time / 1000} seconds. Bundle them into fewer.`;

const tooLarge = fetchProblem(
  "FETCH_ERROR",
  `It has more than ${limits.bytes / 1024 / 1024} MB, with the files it refers to. Make it smaller, or split it into several specifications.`,
);

function fetchFailure(error: unknown, { wantedBy }: WantedFile): Failure {
  if (error instanceof OutboundTooLarge) return tooLarge;
  if (!(error instanceof Problem)) throw error;
  const why = wantedBy === undefined ? "" : ` ${wantedBy} refers to it.`;
  return fetchProblem(error instanceof OutboundTimeout ? "FETCH_TIMEOUT" : "FETCH_ERROR", `${error.message}${why}`);
}

function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function withoutHash(url: string): string {
  const bare = new URL(url);
  bare.hash = "";
  return bare.href;
}

/** The path of a file's address, without the query, which may contain secrets. */
function toUnusedPath(url: string, taken: ReadonlySet<string>): string {
  const path = new URL(url).pathname.replace(/^\/+/, "") || "openapi";
  let free = path;
  for (let number = 2; taken.has(free); number += 1) free = `${path}-${number}`;
  return free;
}
