import { type Block, blockNodes, inlineNodes, isBlock, plainText } from "../../../markdown/document/model.ts";
import { colors, drawLine, Flow } from "./flow.ts";
import type { DrawnPicture, Pictures } from "./pictures.ts";
import {
  type Follow,
  flatRuns,
  fragmentBlocks,
  inlineRuns,
  type Line,
  type LineBreaker,
  type Run,
} from "./text-layout.ts";

interface DrawSetting {
  readonly flow: Flow;
  readonly breaker: LineBreaker;
  readonly follow: Follow;
  readonly pictures: Pictures;
  /** Called before a heading is drawn. */
  heading(level: number, title: string): void;
  /** Lets other work of the process run; false when there is no time left. */
  mayContinue(): Promise<boolean>;
}

const sizes = { body: 10.5, code: 8.5, small: 9 } as const;

const headingSizes: Readonly<Record<string, number>> = { "heading-1": 18, "heading-2": 15, "heading-3": 12.5 };

const hints: Readonly<Record<string, { bar: string; background: string }>> = {
  info: { bar: "#3b82f6", background: "#eff6ff" },
  success: { bar: "#22c55e", background: "#f0fdf4" },
  warning: { bar: "#f59e0b", background: "#fffbeb" },
  danger: { bar: "#ef4444", background: "#fef2f2" },
};

const plainBox = { bar: "#9ca3af", background: "#f9fafb" };

export class BlockDrawer {
  readonly #setting: DrawSetting;

  constructor(setting: DrawSetting) {
    this.#setting = setting;
  }

  async draw(blocks: readonly Block[]): Promise<void> {
    for (const block of blocks) {
      if (this.#setting.flow.isFull || !(await this.#setting.mayContinue())) return;
      await this.#block(block);
    }
  }

  async #block(block: Block): Promise<void> {
    const { flow } = this.#setting;
    switch (block.type) {
      case "paragraph":
        return this.#paragraph(inlineRuns(inlineNodes(block.nodes), this.#setting.follow));
      case "heading-1":
      case "heading-2":
      case "heading-3":
        return this.#heading(block);
      case "list-unordered":
      case "list-ordered":
      case "list-tasks":
        return this.#list(block);
      case "code":
        return this.#code(block);
      case "hint":
        return this.#boxed(hints[String(block.data.style)] ?? plainBox, block);
      case "blockquote":
        await flow.box({ bar: colors.rule }, () => this.draw(blockNodes(block.nodes)));
        return flow.gap(6);
      case "table":
        return drawTable(this.#setting, block);
      case "image":
        return this.#image(block);
      case "divider":
        flow.gap(6);
        flow.take(8, (x, y, width) => {
          flow.document
            .moveTo(x, y)
            .lineTo(x + width, y)
            .lineWidth(0.5)
            .stroke(colors.rule);
        });
        return;
      case "math":
        return this.#paragraph([{ text: String(block.data.formula ?? ""), face: "mono" }]);
      case "expandable":
        await this.#paragraph(flatRuns(fragmentBlocks(block, "expandable-title"), this.#setting.follow).map(bold));
        return flow.inset(12, 0, () => this.draw(fragmentBlocks(block, "expandable-body")));
      case "tabs-item":
      case "update":
        await this.#paragraph([{ text: String(block.data.title ?? block.data.date ?? ""), face: "bold" }]);
        return flow.inset(12, 0, () => this.draw(blockNodes(block.nodes)));
      case "stepper":
        return this.#steps(block);
      case "embed":
        return this.#pointer(String(block.data.url ?? ""), { kind: "url", url: block.data.url });
      case "content-ref":
      case "file":
        return this.#pointer(undefined, block.data.ref);
      case "swagger":
      case "openapi-operation":
      case "openapi-webhook":
        return this.#paragraph([
          { text: [block.data.method, block.data.path ?? block.data.name].map(String).join(" "), face: "mono" },
        ]);
      default:
        return this.draw(blockNodes(block.nodes));
    }
  }

  async #paragraph(runs: readonly Run[], size: number = sizes.body): Promise<void> {
    const { flow, breaker } = this.#setting;
    if (runs.every(({ text }) => text.trim() === "")) return;
    await this.#lines(breaker.each(runs, size, flow.width), size);
    flow.gap(6);
  }

  async #lines(lines: Iterable<Line>, size: number): Promise<void> {
    const { flow, mayContinue } = this.#setting;
    for (const line of lines) {
      flow.lines([line], size);
      if (flow.isFull || !(await mayContinue())) return;
    }
  }

  async #heading(block: Block): Promise<void> {
    const { flow, breaker, follow } = this.#setting;
    const size = headingSizes[block.type] ?? 12;
    const nodes = inlineNodes(block.nodes);
    flow.gap(size * 0.7);
    // Keep a heading from being alone at the foot of a sheet.
    flow.ensureHeight(size * 1.45 + 40);
    this.#setting.heading(Number(block.type.at(-1)), plainText(nodes));
    await this.#lines(breaker.each(inlineRuns(nodes, follow).map(bold), size, flow.width), size);
    flow.gap(4);
  }

  async #list(list: Block): Promise<void> {
    const { flow, breaker } = this.#setting;
    let number = typeof list.data.start === "number" ? list.data.start : 1;
    for (const item of blockNodes(list.nodes)) {
      const marker =
        list.type === "list-ordered" ? `${number}.` : list.type === "list-unordered" ? "•" : checkbox(item);
      number += 1;
      flow.ensureHeight(sizes.body * 1.45);
      const [line] = breaker.break([{ text: marker, face: "regular" }], sizes.body, 60);
      if (line !== undefined) {
        // The marker is next to the item's first line and takes no space of its own.
        const { y, sheets } = flow;
        flow.lines([line], sizes.body);
        if (flow.sheets === sheets) flow.y = y;
      }
      // A narrow column is not narrowed further, or deep lists would have no room for words.
      await flow.inset(flow.width > 140 ? 18 : 0, 0, () => this.draw(blockNodes(item.nodes)));
    }
  }

  async #steps(stepper: Block): Promise<void> {
    const { flow } = this.#setting;
    for (const [index, step] of blockNodes(stepper.nodes).entries()) {
      await this.#paragraph([{ text: `Step ${index + 1}`, face: "bold" }], sizes.small);
      await flow.box({ bar: colors.rule }, () => this.draw(blockNodes(step.nodes)));
      flow.gap(4);
    }
  }

  async #boxed(look: { bar: string; background: string }, block: Block): Promise<void> {
    const { flow } = this.#setting;
    await flow.box(look, () => this.draw(blockNodes(block.nodes)));
    flow.gap(8);
  }

  async #code(code: Block): Promise<void> {
    const { flow, breaker } = this.#setting;
    const { title } = code.data;
    if (typeof title === "string" && title !== "") await this.#paragraph([{ text: title, face: "bold" }], sizes.small);
    await flow.box({ bar: colors.rule, background: "#f6f8fa" }, async () => {
      for (const line of blockNodes(code.nodes)) {
        const text = plainText(inlineNodes(line.nodes));
        await this.#lines(breaker.each([{ text, face: "mono" }], sizes.code, flow.width, true), sizes.code);
        if (flow.isFull || !(await this.#setting.mayContinue())) return;
      }
    });
    flow.gap(8);
  }

  async #image(image: Block): Promise<void> {
    const { pictures, follow } = this.#setting;
    const { ref, alt } = image.data as { ref?: { kind?: string; file?: string }; alt?: string };
    const drawn = ref?.kind === "file" && ref.file !== undefined ? await pictures.of(ref.file) : undefined;
    if (drawn !== undefined) this.#drawPicture(drawn, image.data.width);
    const link = follow.lead(ref);
    if (drawn === undefined) {
      const text = `[Picture${alt ? `: ${alt}` : ""}]`;
      await this.#paragraph([{ text, face: "italic", ...(link === undefined ? {} : { link }) }]);
    }
    const caption = flatRuns(fragmentBlocks(image, "caption"), follow);
    await this.#paragraph(
      caption.map((run) => ({ ...run, face: "italic" as const })),
      sizes.small,
    );
  }

  #drawPicture(picture: DrawnPicture, wanted: unknown): void {
    const { flow } = this.#setting;
    const isOnItsSide = picture.orientation > 4;
    const [across, down] = isOnItsSide ? [picture.height, picture.width] : [picture.width, picture.height];
    const maxWidth = typeof wanted === "number" ? Math.min(wanted * 0.75, flow.width) : flow.width;
    const scale = Math.min(maxWidth / across, (Flow.usableHeight * 0.75) / down, 0.75);
    const [width, height] = [across * scale, down * scale];
    flow.take(height + 4, (x, y) => {
      flow.document.image(picture as unknown as string, x, y, { width, height });
    });
    flow.gap(6);
  }

  #pointer(text: string | undefined, reference: unknown): Promise<void> {
    const { follow } = this.#setting;
    const link = follow.lead(reference);
    const { url, file, page } = (reference ?? {}) as Record<string, string | undefined>;
    const shown = text ?? follow.name(reference) ?? url ?? file ?? page ?? "";
    return this.#paragraph([{ text: `→ ${shown}`, face: "regular", ...(link === undefined ? {} : { link }) }]);
  }
}

const bold = (run: Run): Run => (run.face === "mono" ? run : { ...run, face: "bold" });

const checkbox = (item: Block) => (item.data.checked === true ? "☑" : "☐");

const size = 9;

const padding = 5;

/** Limit for columns and rows; the rest is left out. */
const maxColumns = 12;

const maxRows = 5_000;

/** Limit for the lines of a cell. */
const maxLines = 1_000;

async function drawTable({ flow, breaker, follow, mayContinue }: TableSetting, table: Block): Promise<void> {
  const cells = tableCells(table, follow);
  const columns = Math.min(Math.max(0, ...cells.map((row) => row.length)), maxColumns);
  if (columns === 0) return;
  const widths = columnWidths(cells, columns, flow.width);
  flow.ensureHeight(size * 4);
  for (const [index, row] of cells.entries()) {
    if (flow.isFull || !(await mayContinue())) return;
    const broken = widths.map((width, column) =>
      first(maxLines, breaker.each(row[column] ?? [], size, width - 2 * padding)),
    );
    drawRow(flow, broken, widths, index === 0 ? "#f3f4f6" : undefined);
  }
  flow.gap(10);
}

type TableSetting = Pick<DrawSetting, "flow" | "breaker" | "follow" | "mayContinue">;

function first(count: number, lines: Iterable<Line>): Line[] {
  const taken: Line[] = [];
  for (const line of lines) if (taken.push(line) >= count) break;
  return taken;
}

function drawRow(
  flow: Flow,
  cells: readonly Line[][],
  widths: readonly number[],
  background: string | undefined,
): void {
  const lines = Math.max(1, ...cells.map((cell) => cell.length));
  const strip = (height: number, line?: number) =>
    flow.take(height, (left, y, width) => {
      if (background !== undefined) flow.document.rect(left, y, width, height).fill(background);
      let x = left;
      for (const [column, cell] of cells.entries()) {
        const shown = line === undefined ? undefined : cell[line];
        if (shown !== undefined) drawLine(flow.document, shown, x + padding, y, size);
        x += widths[column] ?? 0;
      }
    });
  flow.ensureHeight(Math.min(lines, 8) * size * 1.4 + 8);
  strip(4);
  for (let line = 0; line < lines; line += 1) strip(size * 1.4, line);
  strip(3);
  flow.take(1, (x, y, width) => {
    flow.document
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(0.5)
      .stroke(colors.rule);
  });
}

/** The column titles in bold, then the rows. */
function tableCells(table: Block, follow: Follow): Run[][][] {
  const { view, records, definition } = table.data as {
    view?: { columns?: string[]; type?: string };
    records?: Record<string, { orderIndex?: string; values?: Record<string, unknown> }>;
    definition?: Record<string, { title?: string }>;
  };
  const columns = (view?.columns ?? Object.keys(definition ?? {})).slice(0, maxColumns);
  const fragments = new Map(
    (table.fragments ?? []).map(({ type, fragment, nodes }) => [fragment ?? type ?? "", nodes.filter(isBlock)]),
  );
  const titles = columns.map((column): Run[] => [{ text: definition?.[column]?.title ?? "", face: "bold" }]);
  const rows = Object.values(records ?? {})
    .sort((one, other) => ((one.orderIndex ?? "") < (other.orderIndex ?? "") ? -1 : 1))
    .slice(0, maxRows)
    .map(({ values = {} }) => columns.map((column) => cellRuns(fragments, values[column], follow)));
  return titles.every(([run]) => run?.text === "") ? rows : [titles, ...rows];
}

function cellRuns(fragments: ReadonlyMap<string, readonly Block[]>, value: unknown, follow: Follow): Run[] {
  if (typeof value === "string") {
    return flatRuns(fragments.get(value) ?? [], follow);
  }
  if (typeof value === "boolean") return [{ text: value ? "☑" : "☐", face: "regular" }];
  if (typeof value === "number") return [{ text: String(value), face: "regular" }];
  if (!Array.isArray(value)) return [];
  const words = value.filter((item): item is string => typeof item === "string");
  return words.length === 0 ? [] : [{ text: words.join(", "), face: "regular" }];
}

/** Wider for more text, but never too narrow for words. */
function columnWidths(cells: readonly Run[][][], columns: number, width: number): number[] {
  const weights = Array.from({ length: columns }, (_, column) => {
    const lengths = cells
      .slice(0, 200)
      .map((row) => (row[column] ?? []).reduce((sum, { text }) => sum + text.length, 0));
    return Math.min(Math.max(8, ...lengths), 60);
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => (weight / total) * width);
}
