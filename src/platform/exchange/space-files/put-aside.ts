import { TimeSlices } from "../../../markdown/text/time-slices.ts";
import { type FileFacts, readFileFacts } from "../../content/file-facts.ts";
import type { SpaceContent } from "../../content/space-content.ts";
import type { ImportPlan } from "./plan.ts";

interface PutAsideOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

export interface PutAside {
  /** Addresses of texts and files, by path. */
  readonly addresses: ReadonlyMap<string, string>;
  readonly facts: ReadonlyMap<string, FileFacts>;
}

/** Bytes per transaction. */
const batchBytes = 8 * 1024 * 1024;

/** Stores every text and file of a plan; nothing refers to them yet. */
export async function putAside(
  plan: Pick<ImportPlan, "pages" | "files">,
  write: (work: (content: SpaceContent) => Promise<void>) => Promise<void>,
  options: PutAsideOptions = {},
): Promise<PutAside> {
  const encoder = new TextEncoder();
  const sources = [
    ...plan.pages.flatMap((page) =>
      page.type === "document" ? [{ path: page.source, read: async () => encoder.encode(await page.read()) }] : [],
    ),
    ...plan.files.map((file) => ({ path: file.path, read: () => file.read() })),
  ];
  options.onProgress?.(0, sources.length);
  const addresses = new Map<string, string>();
  const facts = new Map<string, FileFacts>();
  const files = new Map(plan.files.map((file) => [file.path, file]));
  const timeSlices = new TimeSlices();
  const pending = sources.values();
  for (let next = pending.next(); !next.done; ) {
    const batch: { path: string; bytes: Uint8Array }[] = [];
    for (let size = 0; !next.done && size < batchBytes; next = pending.next()) {
      options.signal?.throwIfAborted();
      await timeSlices.yieldIfDue();
      const bytes = await next.value.read();
      batch.push({ path: next.value.path, bytes });
      const file = files.get(next.value.path);
      if (file !== undefined) facts.set(file.path, await readFileFacts(bytes, file.name, file.contentType));
      size += bytes.length;
    }
    await write(async (content) => {
      for (const { path, bytes } of batch) addresses.set(path, content.putFile(bytes));
      await content.storeBlobs();
    });
    options.onProgress?.(addresses.size, sources.length);
  }
  return { addresses, facts };
}
