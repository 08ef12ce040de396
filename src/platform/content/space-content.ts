import { TimeSlices } from "../../markdown/text/time-slices.ts";
import { contentCache } from "../kernel/caches.ts";
import type { Context } from "../kernel/context.ts";
import type { Queries } from "../kernel/database/tables.ts";
import { computeAddress, computeFileAddress } from "./blob-address.ts";
import { type EditedMap, StoredMap } from "./content-map.ts";
import { insertBlobs, insertNodes, readBlob, readBlobs, readNodes } from "./content-rows.ts";
import { NodeCache, type NodeReader } from "./ordered-map/node-reader.ts";
import { requireRoot } from "./revisions-rows.ts";

/** Nodes never change, so one cache serves every transaction of the process. */
const nodeCache = new NodeCache(contentCache);

/** In UTF-16 units. Longer texts are read one per turn: reading one may take as long as others can wait. */
const largeText = 100_000;

/** After this many new nodes, let other work in the process run before going on. */
const manyNodes = 50;

const encoder = new TextEncoder();

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** The content of spaces within one transaction: maps by root, texts and bytes by address. */
export class SpaceContent {
  readonly #queries: Queries;
  readonly #reader: NodeReader;
  readonly #pending = new Map<string, Uint8Array>();
  /** The texts among them. */
  readonly #texts = new Map<string, string>();
  /** The maps stored in this transaction. */
  readonly #stored = new WeakMap<EditedMap, { readonly root: string; readonly edits: number }>();

  constructor(queries: Queries) {
    this.#queries = queries;
    this.#reader = nodeCache.over({ read: (addresses) => readNodes(queries, addresses) });
  }

  at(root: string): StoredMap {
    return new StoredMap(this.#reader, root);
  }

  async readBytes(address: string): Promise<Uint8Array> {
    return this.#pending.get(address) ?? readBlob(this.#queries, address);
  }

  async readText(address: string): Promise<string> {
    const text = await this.#readText(address);
    if (text.length > largeText) await new TimeSlices().endSlice();
    return text;
  }

  async #readText(address: string): Promise<string> {
    const known = knownText(address);
    if (known !== undefined) return known;
    const text = decoder.decode(await this.readBytes(address));
    cacheText(address, text);
    return text;
  }

  async readTexts(addresses: readonly string[]): Promise<Map<string, string>> {
    const texts = new Map<string, string>();
    const absent = addresses.filter((address) => {
      const known = knownText(address);
      if (known !== undefined) texts.set(address, known);
      return known === undefined;
    });
    for (const [address, bytes] of await readBlobs(this.#queries, absent)) texts.set(address, decoder.decode(bytes));
    if ([...texts.values()].some((text) => text.length > largeText)) await new TimeSlices().endSlice();
    return texts;
  }

  /** Queues bytes for `store`, and returns their address. */
  putBytes(bytes: Uint8Array): string {
    return this.#put(computeAddress(bytes), bytes);
  }

  putText(text: string): string {
    const address = this.putBytes(encoder.encode(text));
    this.#texts.set(address, text);
    return address;
  }

  /** Queues the bytes of a file that exports write unchanged. */
  putFile(bytes: Uint8Array): string {
    return this.#put(computeFileAddress(bytes), bytes);
  }

  #put(address: string, bytes: Uint8Array): string {
    this.#pending.set(address, bytes);
    return address;
  }

  /** Writes what was queued and the new nodes of an edited map. Returns the new root. */
  async store(map: EditedMap): Promise<string> {
    const stored = this.#stored.get(map);
    if (stored?.edits === map.edits) {
      await this.storeBlobs();
      return stored.root;
    }
    const { edits } = map;
    const { root, nodes } = await map.base.update(map.changes);
    const texts = [...this.#texts];
    await this.storeBlobs();
    const timeSlices = new TimeSlices();
    if (nodes.size > manyNodes) await timeSlices.endSlice();
    await insertNodes(this.#queries, nodes);
    if (nodes.size > manyNodes) await timeSlices.endSlice();
    else {
      // The merge reads them next. Most nodes and texts of an import are not read soon.
      for (const [address, { level, entries }] of nodes) nodeCache.set(address, { level, entries });
      for (const [address, text] of texts) cacheText(address, text);
    }
    this.#stored.set(map, { root, edits });
    return root;
  }

  /** Writes what was queued, before anything refers to it. */
  async storeBlobs(): Promise<void> {
    await insertBlobs(this.#queries, this.#pending);
    this.#pending.clear();
    this.#texts.clear();
  }
}

const textKey = (address: string) => `text ${address}`;

const knownText = (address: string) => contentCache.get(textKey(address)) as string | undefined;

function cacheText(address: string, text: string): void {
  contentCache.set(textKey(address), text, 2 * text.length);
}

declare module "../kernel/context.ts" {
  interface Context {
    readonly content: SpaceContent;
  }
}

/** The content of one of the space's revisions. */
export async function revisionContent(
  { queries, content }: Pick<Context, "queries" | "content">,
  space: string,
  id: string,
): Promise<StoredMap> {
  return content.at(await requireRoot(queries, space, id));
}
