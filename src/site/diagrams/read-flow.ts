/**
 * A flowchart or state diagram as the library reads it. It takes arrows for parts of names where no blank stands
 * before them, and leaves out what it does not know without a word; so arrows are counted, to be found again.
 */
export interface Flow {
  readonly text: string;
  /** Edges that the text asks for, at least. */
  readonly edges: number;
}

/** Lines that say how a diagram looks, or what a click does: pages have looks of their own, and no scripts. */
const looks = /^\s*(?:click|style|classDef|class|linkStyle|accTitle|accDescr)\b/;

/** Ends of arrows and forms of nodes that the library does not draw. */
const unknown = /--[xo](?=\s)|(?<=\s)[xo]--(?=[xo>-])|@\{|~~~/;

/** Undefined for what the library would draw wrongly. */
export function readFlow(source: string): Flow | undefined {
  let edges = 0;
  const lines: string[] = [];
  for (const line of source.split("\n")) {
    if (looks.test(line)) continue;
    const { bare, texts } = withoutTexts(line);
    if (unknown.test(bare)) return undefined;
    const spaced = bare
      .replace(/;\s*$/, "")
      .replace(/:::[\w-]+/g, "")
      .replace(/--\s*([^-|>\s][^-|>]*?)\s*-{2,}>/g, "-->|$1|")
      .replace(/==\s*([^=|>\s][^=|>]*?)\s*={2,}>/g, "==>|$1|")
      .replace(/-\.\s*([^.|>\s-][^.|>]*?)\s*\.+->/g, "-.->|$1|")
      .replace(/(<?)(-{2,}>|={2,}>|-\.+->|-{3,}|={3,}|-\.+-(?!>))/g, (_, start: string, arrow: string) => {
        edges += 1;
        return ` ${start}${plainArrow(arrow)} `;
      })
      .split(";");
    for (const statement of spaced) lines.push(withTexts(statement, texts).replace(/(>|---|===|-\.-)\s+\|/g, "$1|"));
  }
  return { text: lines.join("\n"), edges };
}

/** Length says nothing but how far apart nodes stand. */
function plainArrow(arrow: string): string {
  if (arrow.includes(".")) return arrow.endsWith(">") ? "-.->" : "-.-";
  const end = arrow.endsWith(">") ? ">" : arrow.slice(-1);
  return arrow.slice(0, 2) + end;
}

/** A line without what is in quotes, brackets or bars: arrows in there are words. */
function withoutTexts(line: string): { bare: string; texts: string[] } {
  const texts: string[] = [];
  const bare = line.replace(/"[^"]*"|\[[^\]]*\]+|\([^)]*\)+|\{[^}]*\}+|\|[^|]*\|/g, (text) => {
    texts.push(text);
    return `\uE000${texts.length - 1}\uE001`;
  });
  return { bare, texts };
}

const withTexts = (bare: string, texts: readonly string[]): string =>
  bare.replace(/\uE000(\d+)\uE001/g, (_, index: string) => texts[Number(index)] ?? "");
