export interface PipeTable {
  header: string[];
  /** One for each cell of the header. */
  aligns: ("left" | "center" | "right" | undefined)[];
  /** At most as many cells in each as in the header; missing ones are empty. */
  rows: string[][];
}

const delimiterRowPattern = /^ {0,3}(?:\| *)?:?-+:? *(?:\| *:?-+:? *)*(?:\| *)?$/;

/** Whether the line `header` with `delimiters` below it is the beginning of a table. */
export function tableStartsAt(header: string, delimiters: string): boolean {
  if (!/^[ |:-]*[|:][ |:-]*$/.test(delimiters) || !delimiterRowPattern.test(delimiters)) return false;
  return header.trim() !== "" && splitCells(header).length === delimiterCells(delimiters).length;
}

/** Whether a line that starts no other block is a row of the table above it. */
export function continuesTable(line: string): boolean {
  return !/^ {0,3}(?:[*+-]|1[.)])[ \t]/.test(line);
}

export function readTable([header = "", delimiters = "", ...lines]: readonly string[]): PipeTable | undefined {
  const cells = splitCells(header);
  const aligns = delimiterCells(delimiters).map((cell) => {
    const [left, right] = [cell.startsWith(":"), cell.endsWith(":")];
    return left && right ? "center" : left ? "left" : right ? "right" : undefined;
  });
  if (cells.length !== aligns.length) return undefined;
  return { header: cells, aligns, rows: lines.map((line) => splitCells(line, cells.length)) };
}

function delimiterCells(line: string): string[] {
  return line
    .trim()
    .replace(/^\||\|$/g, "")
    .split("|")
    .map((cell) => cell.trim());
}

/** The cells of a row, at most `maxCells`; an escaped bar is not a border. */
function splitCells(line: string, maxCells = Number.POSITIVE_INFINITY): string[] {
  const cells: string[] = [];
  let start = 0;
  for (let at = 0; at < line.length; at += 1) {
    if (line[at] === "\\") at += 1;
    else if (line[at] === "|") {
      cells.push(line.slice(start, at));
      start = at + 1;
    }
  }
  cells.push(line.slice(start));
  if (cells[0]?.trim() === "") cells.shift();
  if (cells.at(-1)?.trim() === "") cells.pop();
  return cells.slice(0, maxCells).map((cell) => cell.trim().replace(/\\\|/g, "|"));
}
