import { parseMermaid, renderMermaidSVG } from "beautiful-mermaid";
import { safeSvg, UnsafeDrawing } from "./safe-svg.ts";

/** Characters of a diagram and of its drawing. */
const most = { source: 10_000, drawing: 400_000 };

/** Kinds that are drawn; the others stay code. */
const kinds = /^(?:graph|flowchart|stateDiagram(?:-v2)?|sequenceDiagram|classDiagram|erDiagram)\b/;

/**
 * A diagram in Mermaid's language as SVG that holds nothing but shapes and words. Undefined for what cannot be drawn, or
 * not as it is meant. Few characters can take minutes: call it where it can be stopped.
 */
export function drawDiagram(source: string): string | undefined {
  const text = source
    .replace(/^\s*---\n[\s\S]*?\n---\s*\n/, "")
    .replace(/%%\{[\s\S]*?\}%%/g, "")
    .replace(/^\s*%%.*$/gm, "")
    .trim();
  if (text.length > most.source || !kinds.test(text)) return undefined;
  try {
    const isFlow = /^(?:graph|flowchart|stateDiagram)/.test(text);
    const flow = isFlow ? readFlow(text) : { text, edges: 0 };
    if (flow === undefined) return undefined;
    if (isFlow && parseMermaid(flow.text).edges.length < flow.edges) return undefined;
    const drawn = safeSvg(renderMermaidSVG(flow.text, { transparent: true, padding: 8 }));
    return drawn === undefined || drawn.text.length > most.drawing ? undefined : drawn.text;
  } catch (error) {
    // The library throws `Error` for what it does not read.
    if (error instanceof UnsafeDrawing || error instanceof Error) return undefined;
    throw error;
  }
}

/**
 * A flowchart or state diagram as the library reads it. It takes arrows for parts of names where no blank stands
 * before them, and leaves out what it does not know without a word; so arrows are counted, to be found again.
 */
interface Flow {
  readonly text: string;
  /** Edges that the text asks for, at least. */
  readonly edges: number;
}

/** Lines that say how a diagram looks, or what a click does: pages have looks of their own, and no scripts. */
const looks = /^\s*(?:click|style|classDef|class|linkStyle|accTitle|accDescr)\b/;

/** Ends of arrows and forms of nodes that the library does not draw. */
const unknown = /--[xo](?=\s)|(?<=\s)[xo]--(?=[xo>-])|@\{|~~~/;

/** Undefined for what the library would draw wrongly. */
function readFlow(source: string): Flow | undefined {
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
