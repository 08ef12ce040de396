import { h } from "../html.ts";
import { picture } from "./image.ts";
import type { BlockRenderer } from "./setting.ts";

export const drawing: BlockRenderer = ({ data }, setting) =>
  h("figure", { class: "drawing" }, picture(data, setting, { loading: "lazy", decoding: "async" }));
