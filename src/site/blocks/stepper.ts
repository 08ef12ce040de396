import { blockNodes } from "../../markdown/document/model.ts";
import { h } from "../html.ts";
import type { BlockRenderer } from "./setting.ts";

export const stepper: BlockRenderer = ({ nodes }, { blocks }) =>
  h(
    "ol",
    { class: "steps" },
    blockNodes(nodes).map((step) => h("li", {}, blocks(blockNodes(step.nodes)))),
  );
