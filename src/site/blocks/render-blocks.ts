import { type Block, type BlockType, blockNodes } from "../../markdown/document/model.ts";
import { type Html, join } from "../html.ts";
import { code } from "./code.ts";
import { columns, condition, expandable, hint, reusableContent, stepper, tabs, updates } from "./container-blocks.ts";
import { contentRef, drawing, embed, file, integration, prompt } from "./embedded-blocks.ts";
import { image, images } from "./image.ts";
import { openapiOperation, openapiSchemas } from "./openapi.ts";
import type { BlockRenderer, Setting } from "./setting.ts";
import { table } from "./table.ts";
import { blockquote, divider, heading, list, math, paragraph } from "./text-blocks.ts";

/** Parts that their enclosing block renders; on their own, only their contents are rendered. */
const held: BlockRenderer = ({ nodes }, { blocks }) => blocks(blockNodes(nodes));

export const renderers: Readonly<Record<BlockType, BlockRenderer>> = {
  paragraph,
  "heading-1": heading,
  "heading-2": heading,
  "heading-3": heading,
  "list-ordered": list,
  "list-unordered": list,
  "list-tasks": list,
  "list-item": held,
  divider,
  blockquote,
  hint,
  prompt,
  if: condition,
  images,
  image,
  file,
  drawing,
  embed,
  code,
  "code-line": paragraph,
  math,
  expandable,
  tabs,
  "tabs-item": held,
  table,
  swagger: openapiOperation,
  "openapi-operation": openapiOperation,
  "openapi-schemas": openapiSchemas,
  "openapi-webhook": openapiOperation,
  "content-ref": contentRef,
  integration,
  "reusable-content": reusableContent,
  stepper,
  "stepper-step": held,
  columns,
  column: held,
  updates,
  update: held,
};

export function renderBlocks(blocks: readonly Block[], setting: Setting): Html {
  return join(
    blocks.map((block) => (Object.hasOwn(renderers, block.type) ? renderers[block.type] : held)(block, setting)),
  );
}
