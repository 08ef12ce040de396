import PDFDocument from "pdfkit";
import type { Block } from "../../../markdown/document/model.ts";
import { TimeSlices } from "../../../markdown/text/time-slices.ts";
import type { Book, Chapter, ChapterText } from "./book.ts";
import { BlockDrawer } from "./draw-blocks.ts";
import { colors, drawLine, Flow, paper } from "./flow.ts";
import { Pictures } from "./pictures.ts";
import { type Follow, LineBreaker, Typeface } from "./text-layout.ts";

interface RenderOptions {
  /** The data folder. Fonts in its folder `fonts` are used for characters that the built-in ones lack. */
  readonly folder: string;
  /** Milliseconds after which the PDF ends early. */
  readonly maxRenderMs: number;
}

const maxOutlineEntries = 5_000;

/** Draws a book. What exceeds the time or the number of sheets is left out, and the PDF says so at its end. */
export async function renderPdf(book: Book, { folder, maxRenderMs }: RenderOptions): Promise<Uint8Array> {
  const deadline = performance.now() + maxRenderMs;
  const document = new PDFDocument({
    size: "A4",
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    // No default font: pdfkit's standard fonts are files in its package.
    font: null as unknown as string,
    displayTitle: true,
    info: { Title: book.title, Creator: "Copydesk", CreationDate: new Date(book.createdAt) },
  });
  const parts: Uint8Array[] = [];
  document.on("data", (part: Uint8Array) => parts.push(part));
  const ended = new Promise<void>((resolve, reject) => document.on("end", resolve).on("error", reject));
  const pictures = new Pictures(document, book, deadline);
  try {
    await Promise.all([
      drawBook(book, { document, pictures, deadline, typeface: new Typeface(document, folder) }),
      ended,
    ]);
    return Buffer.concat(parts);
  } finally {
    await pictures.close();
  }
}

interface Drawing {
  readonly document: PDFKit.PDFDocument;
  readonly pictures: Pictures;
  /** A time of `performance`. */
  readonly deadline: number;
  readonly typeface: Typeface;
}

async function drawBook(book: Book, { document, pictures, deadline, typeface }: Drawing): Promise<void> {
  const breaker = new LineBreaker(document, typeface);
  const flow = new Flow(document);
  const destinations = new Destinations(book, document, flow);
  const timeSlices = new TimeSlices();
  const mayContinue = async () => {
    await timeSlices.yieldIfDue();
    return performance.now() < deadline;
  };

  const contents = book.chapters.length > 1 ? countContentsSheets(book.chapters.length) : 0;
  for (let sheet = 0; sheet < contents; sheet += 1) flow.newSheet();
  const sheetByPage = new Map<string, number>();
  const outline = [document.outline as PDFKit.PDFOutline];
  let drawn = 0;
  let outlined = 0;
  let afterGroup = false;
  for (const { page, depth } of book.chapters) {
    if (flow.isFull || !(await mayContinue())) break;
    const { blocks, anchors } = await book.text(page);
    await destinations.learnFiles(blocks);
    // A group's title appears above its first page.
    if (afterGroup && flow.y < paper.height / 2) flow.gap(24);
    else flow.newSheet();
    afterGroup = blocks.length === 0;
    sheetByPage.set(page.id, flow.sheets);
    destinations.name(formatDestination(page.id));
    const above = outline[Math.min(depth, outline.length - 1)];
    const entry = outlined < maxOutlineEntries ? above?.addItem(page.title) : undefined;
    outlined += 1;
    if (entry !== undefined) outline.splice(depth + 1, outline.length, entry);
    flow.lines(breaker.break([{ text: page.title, face: "bold" }], 22, flow.width), 22);
    if (page.description) {
      flow.lines(breaker.break([{ text: page.description, face: "regular" }], 11, flow.width), 11, colors.faint);
    }
    flow.gap(10);
    const sections = new SectionAnchors(anchors);
    const drawer = new BlockDrawer({
      flow,
      breaker,
      follow: destinations.follow,
      pictures,
      heading(level, title) {
        const anchor = sections.next(title);
        if (anchor !== undefined) destinations.name(formatDestination(page.id, anchor));
        if (level > 2 || outlined >= maxOutlineEntries) return;
        entry?.addItem(title);
        outlined += 1;
      },
      mayContinue,
    });
    await drawer.draw(blocks);
    drawn += 1;
  }
  end(drawn);
  destinations.nameTheRest(sheetByPage);
  if (contents > 0) drawContents(document, breaker, book, sheetByPage);
  await numberSheets(document, breaker, book.title, timeSlices);
  await timeSlices.endSlice();
  document.end();

  function end(pages: number): void {
    const notes = [
      ...(pages < book.chapters.length || flow.isFull || performance.now() >= deadline
        ? [
            `This PDF ends here, with ${pages} of ${book.chapters.length} pages: the rest exceeds what one PDF can hold.`,
          ]
        : []),
      ...(typeface.replaced > 0
        ? [`${typeface.replaced} characters missing from the available fonts are shown as □ in this PDF.`]
        : []),
    ];
    if (flow.sheets === 0) flow.newSheet();
    flow.gap(12);
    for (const text of notes) flow.lines(breaker.break([{ text, face: "italic" }], 8.5, flow.width), 8.5, colors.faint);
  }
}

/** Anchors of a page's sections, looked up by heading titles in drawing order. */
class SectionAnchors {
  readonly #anchors: readonly string[];
  /** Positions of the sections with a title, last one first. */
  readonly #positions = new Map<string, number[]>();
  #passed = -1;

  constructor(sections: ChapterText["anchors"]) {
    this.#anchors = sections.map(({ anchor }) => anchor);
    for (const [index, { title }] of [...sections.entries()].reverse()) {
      const positions = this.#positions.get(title);
      if (positions === undefined) this.#positions.set(title, [index]);
      else positions.push(index);
    }
  }

  /** The anchor of the next section with that title; undefined if there is none left. */
  next(title: string): string | undefined {
    const positions = this.#positions.get(title);
    let position = positions?.pop();
    while (position !== undefined && position <= this.#passed) position = positions?.pop();
    if (position === undefined) return undefined;
    this.#passed = position;
    return this.#anchors[position];
  }
}

const formatDestination = (page: string, anchor = "") => (anchor === "" ? `page-${page}` : `page-${page}-${anchor}`);

/** The link destinations in a PDF. */
class Destinations {
  readonly follow: Follow;
  readonly #titles: ReadonlyMap<string, string>;
  readonly #fileNames = new Map<string, string>();
  readonly #book: Book;
  readonly #document: PDFKit.PDFDocument;
  readonly #flow: Flow;
  readonly #named = new Set<string>();
  /** Names that links use, with the page they are on. */
  readonly #wanted = new Map<string, string>();

  constructor(book: Book, document: PDFKit.PDFDocument, flow: Flow) {
    this.#book = book;
    this.#document = document;
    this.#flow = flow;
    this.#titles = new Map(book.chapters.map(({ page }: Chapter) => [page.id, page.title]));
    const name = (reference: unknown) => {
      const { page = "", file = "" } = (reference ?? {}) as { page?: string; file?: string };
      return this.#titles.get(page) ?? this.#fileNames.get(file);
    };
    this.follow = { lead: (reference) => this.#lead(reference), name };
  }

  /** Names the current position. */
  name(destination: string): void {
    if (this.#named.has(destination)) return;
    this.#named.add(destination);
    this.#document.addNamedDestination(destination, "XYZ", paper.margin, this.#flow.y, null as unknown as number);
  }

  /** Links to anchors without a heading lead to their page. */
  nameTheRest(sheetByPage: ReadonlyMap<string, number>): void {
    for (const [destination, page] of this.#wanted) {
      const sheet = sheetByPage.get(page);
      if (this.#named.has(destination) || sheet === undefined) continue;
      this.#document.switchToPage(sheet - 1);
      this.#document.addNamedDestination(destination);
    }
  }

  /** Files are shown by name where they are linked. */
  async learnFiles(blocks: readonly Block[]): Promise<void> {
    for (const { type, data } of blocks) {
      const { file } = (data.ref ?? {}) as { file?: string };
      if (type !== "file" || file === undefined || this.#fileNames.has(file)) continue;
      this.#fileNames.set(file, (await this.#book.fileName(file)) ?? file);
    }
  }

  #lead(reference: unknown): string | undefined {
    const { kind, url, page, anchor } = (reference ?? {}) as Record<string, string | undefined>;
    if (kind === "url") return url !== undefined && /^(https?|mailto):/i.test(url) ? url : undefined;
    if ((kind !== "page" && kind !== "anchor") || page === undefined || !this.#titles.has(page)) return undefined;
    const destination = formatDestination(page, anchor);
    this.#wanted.set(destination, page);
    return `#${destination}`;
  }
}

const entryHeight = 18;

const firstEntry = paper.margin + 60;

const entriesPerSheet = Math.floor((paper.height - firstEntry - paper.foot) / entryHeight);

/** Limit for a table of contents. */
const maxContentsSheets = 20;

const countContentsSheets = (chapters: number): number =>
  Math.min(Math.ceil(chapters / entriesPerSheet), maxContentsSheets);

/** Draws the table of contents on the first sheets, which were reserved for it. */
function drawContents(
  document: PDFKit.PDFDocument,
  breaker: LineBreaker,
  { title, chapters }: Book,
  sheetByPage: ReadonlyMap<string, number>,
): void {
  const right = paper.width - paper.margin;
  for (const [index, { page, depth }] of chapters.entries()) {
    const sheet = Math.floor(index / entriesPerSheet);
    if (sheet >= maxContentsSheets) return;
    document.switchToPage(sheet);
    if (index === 0) {
      const [line] = breaker.break([{ text: title, face: "bold" }], 26, right - paper.margin);
      if (line !== undefined) drawLine(document, line, paper.margin, paper.margin, 26);
    }
    const number = sheetByPage.get(page.id);
    const x = paper.margin + Math.min(depth, 6) * 16;
    const y = firstEntry + (index % entriesPerSheet) * entryHeight;
    const face = depth === 0 ? "bold" : "regular";
    const [line] = breaker.break([{ text: page.title, face }], 10.5, right - x - 40);
    if (line !== undefined) drawLine(document, line, x, y, 10.5);
    if (number === undefined) continue;
    const [digits] = breaker.break([{ text: String(number), face: "regular" }], 10.5, 40);
    const width = digits?.[0]?.width ?? 0;
    if (digits !== undefined) drawLine(document, digits, right - width, y, 10.5, colors.faint);
    document.goTo(x, y, right - x, entryHeight - 4, `page-${page.id}`);
  }
}

/** Draws the title and the page number at the foot of every sheet. */
async function numberSheets(
  document: PDFKit.PDFDocument,
  breaker: LineBreaker,
  title: string,
  timeSlices: TimeSlices,
): Promise<void> {
  const { start, count } = document.bufferedPageRange();
  const y = paper.height - paper.foot / 2 - 4;
  const [name] = breaker.break([{ text: title, face: "regular" }], 8, paper.width - 2 * paper.margin - 80);
  for (let sheet = start; sheet < start + count; sheet += 1) {
    await timeSlices.yieldIfDue();
    document.switchToPage(sheet);
    if (name !== undefined) drawLine(document, name, paper.margin, y, 8, colors.faint);
    const [number] = breaker.break([{ text: `${sheet + 1} / ${count}`, face: "regular" }], 8, 80);
    const width = number?.[0]?.width ?? 0;
    if (number !== undefined) drawLine(document, number, paper.width - paper.margin - width, y, 8, colors.faint);
  }
}
