import { Problem } from "../problem.ts";
import type { Fetched, Outbound } from "./outbound.ts";

/** What one URL may take: bytes and milliseconds. */
const most = { bytes: 25 * 1024 * 1024, time: 30_000 };
/** What the URLs of one request may take together; they are held in memory until they are stored. */
const mostTogether = { bytes: 100 * 1024 * 1024, time: 120_000 };

/** Gets the URLs of one request, each once, by URL. Throws `unprocessable` and `payload_too_large`. */
export async function fetchAll(outbound: Outbound, urls: readonly string[]): Promise<ReadonlyMap<string, Fetched>> {
  const found = new Map<string, Fetched>();
  const end = performance.now() + mostTogether.time;
  let room = mostTogether.bytes;
  for (const url of new Set(urls)) {
    const time = Math.ceil(end - performance.now());
    if (time <= 0 || room <= 0) throw tooMuch();
    const fetched = await outbound.fetch(url, { bytes: most.bytes, time: Math.min(most.time, time) });
    room -= fetched.bytes.length;
    found.set(url, fetched);
  }
  if (room < 0) throw tooMuch();
  return found;
}

const tooMuch = () =>
  new Problem(
    "payload_too_large",
    `The URLs of one request may take ${mostTogether.bytes / 1024 / 1024} MB and ${mostTogether.time / 1000} seconds together. Insert the files with several requests.`,
  );
