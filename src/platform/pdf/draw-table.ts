import { type Block, isBlock } from "../../text/document/model.ts";
import type { DrawSetting } from "./draw-blocks.ts";
import { colors, drawLine, type Flow } from "./flow.ts";
import type { Line } from "./lines.ts";
import { type Follow, flatRuns, type Run } from "./runs.ts";

const size = 9;
const padding = 5;
/** Of columns and rows; what a sheet cannot show is left out. */
const mostColumns = 12;
const mostRows = 5_000;
/** Lines of one cell. */
const mostLines = 1_000;

export async function drawTable({ flow, breaker, follow, goOn }: TableSetting, table: Block): Promise<void> {
  const cells = tableCells(table, follow);
  const columns = Math.min(Math.max(0, ...cells.map((row) => row.length)), mostColumns);
  if (columns === 0) return;
  const widths = columnWidths(cells, columns, flow.width);
  flow.keep(size * 4);
  for (const [index, row] of cells.entries()) {
    if (flow.isFull || !(await goOn())) return;
    const broken = widths.map((width, column) =>
      first(mostLines, breaker.each(row[column] ?? [], size, width - 2 * padding)),
    );
    drawRow(flow, broken, widths, index === 0 ? "#f3f4f6" : undefined);
  }
  flow.gap(10);
}

type TableSetting = Pick<DrawSetting, "flow" | "breaker" | "follow" | "goOn">;

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
  flow.keep(Math.min(lines, 8) * size * 1.4 + 8);
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

/** The titles of the columns in bold, then the rows. */
function tableCells(table: Block, follow: Follow): Run[][][] {
  const { view, records, definition } = table.data as {
    view?: { columns?: string[]; type?: string };
    records?: Record<string, { orderIndex?: string; values?: Record<string, unknown> }>;
    definition?: Record<string, { title?: string }>;
  };
  const columns = (view?.columns ?? Object.keys(definition ?? {})).slice(0, mostColumns);
  const fragments = new Map(
    (table.fragments ?? []).map(({ type, fragment, nodes }) => [fragment ?? type ?? "", nodes.filter(isBlock)]),
  );
  const titles = columns.map((column): Run[] => [{ text: definition?.[column]?.title ?? "", face: "bold" }]);
  const rows = Object.values(records ?? {})
    .sort((one, other) => ((one.orderIndex ?? "") < (other.orderIndex ?? "") ? -1 : 1))
    .slice(0, mostRows)
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

/** Wider for more text, and never so narrow that words fall apart. */
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
