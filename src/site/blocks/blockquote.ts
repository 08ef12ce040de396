import { blockNodes } from "../../markdown/document/model.ts";
import { h } from "../html.ts";
import type { BlockRenderer } from "./setting.ts";

export const blockquote: BlockRenderer = ({ nodes }, { blocks }) => h("blockquote", {}, blocks(blockNodes(nodes)));
