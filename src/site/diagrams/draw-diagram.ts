import { parseMermaid, renderMermaidSVG } from "beautiful-mermaid";
import { readFlow } from "./read-flow.ts";
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
