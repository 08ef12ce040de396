import { h } from "../html.ts";
import { diagramFigure } from "./code.ts";
import { type BlockRenderer, textOf } from "./setting.ts";

/** What an integration would draw is not drawn here; its source is shown, so that nothing of the page is lost. */
export const integration: BlockRenderer = ({ data }, setting) => {
  const name = [textOf(data.integration), textOf(data.block)].filter((part) => part !== "").join("/");
  const content = textOf(data.content);
  const drawing = data.integration === "mermaid" ? setting.diagram(content) : undefined;
  if (drawing !== undefined) return diagramFigure(drawing, "", data.fullWidth === true);
  return h(
    "figure",
    { class: "code" },
    h("figcaption", {}, name),
    content !== "" && h("pre", { tabindex: 0 }, h("code", {}, content)),
  );
};
