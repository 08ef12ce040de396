import { blockNodes } from "../../markdown/document/model.ts";
import { join } from "../html.ts";
import type { BlockRenderer } from "./setting.ts";

/** Conditions that can be decided are, before a page is drawn. One that cannot be opens nothing to a visitor. */
export const condition: BlockRenderer = ({ nodes }, { blocks, showsConditional }) =>
  showsConditional ? blocks(blockNodes(nodes)) : join();
