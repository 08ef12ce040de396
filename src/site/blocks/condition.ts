import { blockNodes } from "../../markdown/document/model.ts";
import type { BlockRenderer } from "./setting.ts";

/** Whoever reads the page has decided the condition already, or there is no visitor to decide it for. */
export const condition: BlockRenderer = ({ nodes }, { blocks }) => blocks(blockNodes(nodes));
