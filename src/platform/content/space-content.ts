import type { Context } from "../kernel/context.ts";
import type { Queries } from "../kernel/database/tables.ts";
import { remembered } from "../kernel/remembered.ts";
import { Turns } from "../kernel/turns.ts";
import { addressOf, addressOfFile } from "./blob-address.ts";
import { type EditedMap, StoredMap } from "./content-map.ts";
import { insertBlobs, insertNodes, readBlob, readBlobs, readNodes } from "./content-rows.ts";
import { NodeCache, type NodeReader } from "./ordered-map/node-reader.ts";
import { rootOf } from "./revisions-rows.ts";

/** Nodes never change, so one cache serves every transaction of the process. */
const nodeCache = new NodeCache(remembered);

/** UTF-16 units of a text that is read in a turn of its own: one reader of it may take as long as others can wait. */
const largeText = 100_000;

/** New nodes after which others of the process have a turn before anything else is done. */
const manyNodes = 50;

const encoder = new TextEncoder();

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** The content of spaces within one transaction: maps by their root, texts and bytes by their address. */
export class SpaceContent {
  readonly #queries: Queries;
  readonly #reader: NodeReader;
  readonly #pending = new Map<string, Uint8Array>();

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
    if (text.length > largeText) await new Turns().end();
    return text;
  }

  async #readText(address: string): Promise<string> {
    const key = `text ${address}`;
    const known = remembered.get(key) as string | undefined;
    if (known !== undefined) return known;
    const text = decoder.decode(await this.readBytes(address));
    remembered.set(key, text, 2 * text.length);
    return text;
  }

  async readTexts(addresses: readonly string[]): Promise<Map<string, string>> {
    const found = await readBlobs(this.#queries, addresses);
    const texts = new Map([...found].map(([address, bytes]) => [address, decoder.decode(bytes)]));
    if ([...texts.values()].some((text) => text.length > largeText)) await new Turns().end();
    return texts;
  }

  /** Keeps bytes until `store`, and answers their address. */
  putBytes(bytes: Uint8Array): string {
    return this.#put(addressOf(bytes), bytes);
  }

  putText(text: string): string {
    return this.putBytes(encoder.encode(text));
  }

  /** Keeps the bytes of a file that an export is to write as they are. */
  putFile(bytes: Uint8Array): string {
    return this.#put(addressOfFile(bytes), bytes);
  }

  #put(address: string, bytes: Uint8Array): string {
    this.#pending.set(address, bytes);
    return address;
  }

  /** Writes what was put and the nodes an edited map adds, and returns the new root. */
  async store(map: EditedMap): Promise<string> {
    const { root, nodes } = await map.base.update(map.changes);
    await this.storeBlobs();
    const turns = new Turns();
    if (nodes.size > manyNodes) await turns.end();
    await insertNodes(this.#queries, nodes);
    if (nodes.size > manyNodes) await turns.end();
    return root;
  }

  /** Writes what was put, before anything refers to it. */
  async storeBlobs(): Promise<void> {
    await insertBlobs(this.#queries, this.#pending);
    this.#pending.clear();
  }
}

declare module "../kernel/context.ts" {
  interface Context {
    readonly content: SpaceContent;
  }
}

/** The content of a revision that a space has. */
export async function revisionContent(
  { queries, content }: Pick<Context, "queries" | "content">,
  space: string,
  id: string,
): Promise<StoredMap> {
  return content.at(await rootOf(queries, space, id));
}
