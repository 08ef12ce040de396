import { h } from "../html.ts";
import { type BlockRenderer, textOf } from "./setting.ts";

export const math: BlockRenderer = ({ data }, setting) =>
  h("div", { class: "math", tabindex: 0, role: "group" }, setting.math(textOf(data.formula), true));
