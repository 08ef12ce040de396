import { h } from "../html.ts";
import type { BlockRenderer } from "./setting.ts";

export const divider: BlockRenderer = () => h("hr");
