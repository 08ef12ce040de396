import { parseMermaid, renderMermaidSVG } from "beautiful-mermaid";
import { safeSvg, UnsafeDrawing } from "./safe-svg.ts";

/** Characters of a diagram and of its drawing. */
const maxChars = { source: 10_000, drawing: 400_000 };

/** The supported kinds of diagrams; others are shown as code. */
const kinds = /^(?:graph|flowchart|stateDiagram(?:-v2)?|sequenceDiagram|classDiagram|erDiagram)\b/;

/**
 * Renders a Mermaid diagram as SVG that contains only shapes and words. Undefined if it cannot be drawn, or not
 * correctly. A few characters can take minutes: call it where it can be stopped.
 */
export function drawDiagram(source: string): string | undefined {
  const text = source
    .replace(/^\s*---\n[\s\S]*?\n---\s*\n/, "")
    .replace(/%%\{[\s\S]*?\}%%/g, "")
    .replace(/^\s*%%.*$/gm, "")
    .trim();
  if (text.length > maxChars.source || !kinds.test(text)) return undefined;
  try {
    const isFlow = /^(?:graph|flowchart|stateDiagram)/.test(text);
    const flow = isFlow ? readFlow(text) : { text, edges: 0 };
    if (flow === undefined) return undefined;
    if (isFlow && parseMermaid(flow.text).edges.length < flow.edges) return undefined;
    const drawn = safeSvg(renderMermaidSVG(flow.text, { transparent: true, padding: 8 }));
    return drawn === undefined || drawn.text.length > maxChars.drawing ? undefined : drawn.text;
  } catch (error) {
    // The library throws `Error` for unsupported syntax.
    if (error instanceof UnsafeDrawing || error instanceof Error) return undefined;
    throw error;
  }
}

/**
 * Prepares a flowchart or state diagram for the library, which takes arrows without a space before them for parts of
 * names, and silently skips what it does not know. Arrows are therefore counted, and compared with the result.
 */
interface Flow {
  readonly text: string;
  /** The minimum number of edges that the text requires. */
  readonly edges: number;
}

/** Lines that style the diagram or define click actions: pages have their own styles, and no scripts. */
const looks = /^\s*(?:click|style|classDef|class|linkStyle|accTitle|accDescr)\b/;

/** Arrow ends and node shapes that the library does not draw. */
const unknown = /--[xo](?=\s)|(?<=\s)[xo]--(?=[xo>-])|@\{|~~~/;

/** Undefined if the library would draw it incorrectly. */
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

/** The length of an arrow only affects the distance between nodes. */
function plainArrow(arrow: string): string {
  if (arrow.includes(".")) return arrow.endsWith(">") ? "-.->" : "-.-";
  const end = arrow.endsWith(">") ? ">" : arrow.slice(-1);
  return arrow.slice(0, 2) + end;
}

/** Removes text in quotes, brackets or bars from a line: arrows there are words. */
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
