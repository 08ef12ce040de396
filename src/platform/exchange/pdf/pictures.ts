import { RequestThread } from "../../kernel/request-thread.ts";
import type { Book } from "./book.ts";
import type { Picture } from "./picture.ts";
import type { Prepared } from "./picture-worker.ts";

/** Limits: milliseconds to prepare one picture, and bytes of all pictures in a PDF. */
const maxPrepareMs = 10_000;

const maxTotalBytes = 256 * 1024 ** 2;

/** A picture in the form that pdfkit draws. */
export interface DrawnPicture {
  readonly label: string;
  readonly obj: PDFKit.PDFKitReference;
  readonly width: number;
  readonly height: number;
  readonly orientation: number;
}

/** Prepares pictures in a thread, so that a damaged or hostile one does no harm. */
export class PictureThread {
  #thread: RequestThread<Uint8Array> | undefined;

  /** Undefined if it cannot be drawn, or not within this many milliseconds. */
  async prepare(bytes: Uint8Array, timeoutMs: number): Promise<Picture | undefined> {
    if (this.#thread?.isWell !== true) this.#thread = open();
    try {
      const prepared = await this.#thread.request<Prepared>(
        bytes,
        AbortSignal.timeout(Math.max(1, Math.ceil(timeoutMs))),
      );
      return "picture" in prepared ? prepared.picture : undefined;
    } catch {
      await this.close();
      return undefined;
    }
  }

  async close(): Promise<void> {
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.close();
  }
}

/** The pictures of one PDF, by file id. Each is prepared and written only once. */
export class Pictures {
  readonly #document: PDFKit.PDFDocument;
  readonly #book: Book;
  readonly #deadline: number;
  readonly #thread = new PictureThread();
  readonly #known = new Map<string, DrawnPicture | undefined>();
  #bytes = 0;

  /** `deadline` is a time of `performance`, after which no more pictures are prepared. */
  constructor(document: PDFKit.PDFDocument, book: Book, deadline: number) {
    this.#document = document;
    this.#book = book;
    this.#deadline = deadline;
  }

  /** Undefined if it cannot be drawn. */
  async of(file: string): Promise<DrawnPicture | undefined> {
    if (this.#known.has(file)) return this.#known.get(file);
    const drawn = await this.#prepare(file);
    this.#known.set(file, drawn);
    return drawn;
  }

  close(): Promise<void> {
    return this.#thread.close();
  }

  async #prepare(file: string): Promise<DrawnPicture | undefined> {
    const left = this.#deadline - performance.now();
    const bytes = left > 0 ? await this.#book.picture(file) : undefined;
    if (bytes === undefined) return undefined;
    const picture = await this.#thread.prepare(bytes, Math.min(left, maxPrepareMs));
    if (picture === undefined) return undefined;
    this.#bytes += picture.image.bytes.length + (picture.mask?.bytes.length ?? 0);
    return this.#bytes > maxTotalBytes ? undefined : this.#write(picture);
  }

  #write({ image, palette, mask, width, height, orientation }: Picture): DrawnPicture {
    const colors =
      palette === undefined
        ? {}
        : { ColorSpace: ["Indexed", "DeviceRGB", palette.length / 3 - 1, this.#stream({}, palette)] };
    const transparency = mask === undefined ? {} : { SMask: this.#stream(mask.dictionary, mask.bytes) };
    const obj = this.#stream({ ...image.dictionary, ...colors, ...transparency }, image.bytes);
    return { label: `Picture${this.#known.size}`, obj, width, height, orientation };
  }

  #stream(dictionary: object, bytes: Uint8Array): PDFKit.PDFKitReference {
    const reference = this.#document.ref(dictionary);
    reference.end(bytes);
    return reference;
  }
}

/** Heap of a thread in megabytes. Decoded data is outside the heap, limited by the maximum size of a picture. */
const maxMemoryMb = 64;

const open = () =>
  new RequestThread<Uint8Array>({
    built: new URL("./picture-worker.cjs", import.meta.url),
    source: new URL("./picture-worker.ts", import.meta.url),
    maxMemoryMb,
  });
