import { columnOf, isBlank, type SummaryBlock, type SummaryTextLine, separates } from "./summary-blocks.ts";

/** An entry to write. `text` are its lines where they are to be others than the ones it has. */
export interface WrittenEntry {
  readonly page: string;
  readonly parent: string | null;
  readonly block: SummaryBlock | undefined;
  readonly isHeading: boolean;
  readonly text: readonly string[] | undefined;
  readonly isKept: boolean;
}

/** A table of contents being written, and what reading it as far as it is would take the next line for. */
export class SummaryOutput {
  /** By line: the page that is listed there. */
  readonly pages = new Map<number, string>();
  readonly #lines: string[] = [];
  readonly #lineEnd: string;
  readonly #open: { column: number; page: string | null }[] = [];
  /** The indentation of the items below each page, and the one of the page itself. */
  readonly #below = new Map<string | null, string>();
  readonly #indents = new Map<string, string>();
  /** Pages that do not stand as far right as they did. */
  readonly #shifted = new Set<string>();
  readonly #step: string;
  readonly #marker: string;
  #group: string | null = null;
  #endsWithHeading = false;
  #endsWithNew = false;

  constructor(blocks: readonly SummaryBlock[], lineEnd: string) {
    this.#lineEnd = lineEnd;
    const indents = new Map(blocks.map(({ page, indent, isHeading }) => [page, isHeading ? undefined : indent]));
    let step: string | undefined;
    for (const { parent, indent, isHeading } of blocks) {
      if (isHeading || parent === null) continue;
      const above = indents.get(parent);
      if (above === undefined || !indent.startsWith(above)) continue;
      this.#below.set(parent, this.#below.get(parent) ?? indent);
      if (columnOf(`${indent}x`) >= columnOf(`${above}x`) + 2) step ??= indent.slice(above.length);
    }
    this.#step = step ?? "  ";
    this.#marker = blocks.find(({ isHeading }) => !isHeading)?.marker.replace(/\[.*$/s, "") ?? "* ";
  }

  /** The group that a heading began and nothing ended. */
  get group(): string | null {
    return this.#group;
  }

  get isEmpty(): boolean {
    return this.#lines.length === 0;
  }

  get endsWithHeading(): boolean {
    return this.#endsWithHeading;
  }

  /** Whether the last entry stands elsewhere than it did. */
  get endsWithNew(): boolean {
    return this.#endsWithNew;
  }

  text(): string {
    return this.#lines.join("");
  }

  /** What stood between two entries. */
  gap(lines: readonly SummaryTextLine[]): void {
    for (const line of lines) {
      if (isBlank(line) && this.#endsWithNew && this.#endsBlank()) continue;
      this.#put(line.text);
      if (separates(line)) this.#endGroup();
    }
  }

  /** Ends a group, so that what follows stands at the top. */
  leaveGroup(): void {
    if (this.#group === null) return;
    this.#putBlank();
    this.#put(`***${this.#lineEnd}`);
    this.#put(this.#lineEnd);
    this.#endGroup();
  }

  /** `isUntouched`: the entry before it is the one that it followed. */
  block(entry: WrittenEntry, isUntouched: boolean): void {
    const { page, parent, block, isHeading, text, isKept } = entry;
    this.#endsWithNew = !isKept;
    if (isHeading) {
      if (!isUntouched) this.#putBlank();
      this.#open.length = 0;
      this.#group = page;
      this.#indents.delete(page);
    } else if (this.#endsWithHeading && !isUntouched) this.#putBlank();
    const indent = isHeading ? "" : this.#indentFor(entry);
    this.pages.set(this.#lines.length + 1, page);
    if (text === undefined) for (const line of block?.own ?? []) this.#put(indented(line.text, block?.indent, indent));
    else this.#putText(text, indent, this.#markerOf(entry));
    if (!isHeading) {
      const column = columnOf(`${indent}x`);
      this.#closeTo(column);
      // What is nested in a page that is listed once more stands below the page.
      this.#open.push({ column, page: block?.again === undefined ? page : (block.again ?? parent) });
      this.#indents.set(page, indent);
      if (block !== undefined && indent !== block.indent) {
        this.#shifted.add(page);
        this.#below.delete(page);
      }
      this.#below.set(parent, indent);
    }
    for (const line of block?.below ?? []) this.#put(indented(line.text, block?.indent, indent));
    this.#endsWithHeading = isHeading;
  }

  #markerOf({ block, isHeading }: WrittenEntry): string {
    if (isHeading) return block?.isHeading ? `${block.marker.trim()} ` : "## ";
    return block === undefined || block.isHeading ? this.#marker : block.marker;
  }

  #putText([first = "", ...more]: readonly string[], indent: string, marker: string): void {
    this.#put(indent + marker + first + this.#lineEnd);
    for (const line of more) this.#put(`${indent}  ${line}${this.#lineEnd}`);
  }

  /** An indentation with which an entry is read below its parent: the one it had there, if that will do. */
  #indentFor({ parent, block }: WrittenEntry): string {
    const own = block?.isHeading ? undefined : block?.indent;
    const isBelowTheSame = block?.parent === parent && !this.#shifted.has(parent ?? "");
    if (own !== undefined && isBelowTheSame && this.#peek(columnOf(`${own}x`)) === parent) return own;
    const above = parent === null || parent === this.#group ? undefined : this.#indents.get(parent);
    const beside = this.#below.get(parent);
    if (beside !== undefined && this.#peek(columnOf(`${beside}x`)) === parent) return beside;
    return above === undefined ? "" : above + this.#step;
  }

  /** Where an item at a column would stand. */
  #peek(column: number): string | null {
    const above = this.#open.findLast((each) => each.column <= column - 2);
    return above === undefined ? this.#group : above.page;
  }

  #closeTo(column: number): void {
    while ((this.#open.at(-1)?.column ?? -2) > column - 2) this.#open.pop();
  }

  #endGroup(): void {
    this.#group = null;
    this.#open.length = 0;
  }

  #endsBlank(): boolean {
    return this.isEmpty || this.#lines.at(-1)?.trim() === "";
  }

  #putBlank(): void {
    if (!this.#endsBlank()) this.#put(this.#lineEnd);
  }

  #put(line: string): void {
    const last = this.#lines.at(-1);
    if (last !== undefined && !/[\r\n]$/.test(last)) this.#lines[this.#lines.length - 1] = last + this.#lineEnd;
    this.#lines.push(line);
    if (line.trim() !== "") this.#endsWithHeading = false;
  }
}

const indented = (line: string, from = "", to = "") => (line.startsWith(from) ? to + line.slice(from.length) : line);
