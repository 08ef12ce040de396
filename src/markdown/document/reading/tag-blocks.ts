import type { FrameRegion, Region } from "../../grammar/regions.ts";
import type { Tag } from "../../grammar/tags.ts";
import { type PlacedBlock, trimmedEnd } from "../block-source.ts";
import { type Block, block, type ContentReference, type Data, expandableBlock } from "../model.ts";
import { dataFromAttributes, formOfTag } from "../tag-attributes.ts";
import { hintOf, imagesData } from "./blocks-from-html.ts";
import { inlineMarkdownOfHtml } from "./inline-from-markdown.ts";
import type { PageReader } from "./page-reader.ts";

/** The only tag allowed directly inside each of these. */
const ITEM_TAGS = new Map([
  ["tabs", "tab"],
  ["stepper", "step"],
  ["columns", "column"],
  ["updates", "update"],
]);

const CONTAINER_TAGS = new Set(["hint", "prompt", "if", "tab", "step", "column", "update", ...ITEM_TAGS.keys()]);

const CONTAINER_OF_ITEM = new Map([...ITEM_TAGS].map(([container, item]) => [item, container]));

/** Whether a frame can be the block its tag names where it is: items in their container and nothing else there. */
export function fitsItsPlace(text: string, region: FrameRegion, parent: string | undefined): boolean {
  const container = CONTAINER_OF_ITEM.get(region.tag.name);
  if (container !== undefined && container !== parent) return false;
  const item = ITEM_TAGS.get(region.tag.name);
  return (
    item === undefined || (region.children.length > 0 && region.children.every((child) => isItem(text, child, item)))
  );
}

function isItem(text: string, region: Region, item: string): boolean {
  if (region.kind === "frame") return region.tag.name === item;
  return region.kind === "markdown" && text.slice(region.start, region.end).trim() === "";
}

/** The block of a tag without content; nothing if the tag has no such form. */
export function blockOfTag(tag: Tag, reader: PageReader, content = ""): Block | undefined {
  if (tag.name === "include") {
    const path = /^(["'])(.*)\1$/.exec(tag.argument)?.[2];
    return path === undefined ? undefined : block("reusable-content", { ref: reusableContent(path, reader) });
  }
  if (tag.name.startsWith("@")) return integration(tag, content);
  if (CONTAINER_TAGS.has(tag.name) || tag.name === "code") return undefined;
  const form = formOfTag(tag.name);
  const read = form && dataFromAttributes(form, tag.attributes ?? {}, reader.reference);
  if (!form || !read) return undefined;
  if (content !== "" && form.type !== "content-ref") read.data.content = content;
  return withAttributes(block(form.type, read.data), read);
}

/** A reusable content by its id if that is known or given, otherwise by its path. */
function reusableContent(path: string, reader: PageReader): ContentReference {
  const found = reader.reference(path, "include");
  if (found.kind === "reusable-content") return found;
  return { kind: "reusable-content", reusableContent: /^\/reusable-content\/([\w-]+)$/.exec(path)?.[1] ?? path };
}

function integration(tag: Tag, content: string): Block | undefined {
  const [name, ...rest] = tag.name.slice(1).split("/");
  if (!name || rest.length === 0 || !tag.attributes) return undefined;
  const data: Data = { integration: name, block: rest.join("/"), props: tag.attributes };
  if (content !== "") data.content = content;
  return block("integration", data);
}

/** The block of a tag with content; nothing if they do not form one. */
export function placeFrame(
  text: string,
  region: FrameRegion,
  children: PlacedBlock[],
  reader: PageReader,
): PlacedBlock | undefined {
  const { tag, start, openEnd, closeStart } = region;
  const end = trimmedEnd(text, start, region.end);
  const place = { start, end };
  const frame = { openEnd, closeStart, children };
  const nodes = children.map((child) => child.block);
  if (tag.name === "<div>") return placeDiv(tag.attributes ?? {}, place, frame, reader);
  if (tag.name === "<details>") {
    const title = reader.inlineNodes(inlineMarkdownOfHtml(tag.attributes?.summary ?? ""));
    return { ...place, frame, block: expandableBlock(title, tag.attributes?.open === "true", nodes) };
  }
  if (tag.name === "if") return { ...place, frame, block: block("if", { expression: tag.argument }, { nodes }) };
  if (CONTAINER_TAGS.has(tag.name)) {
    const form = formOfTag(tag.name);
    const read = form && dataFromAttributes(form, tag.attributes ?? {}, reader.reference);
    return form && read && { ...place, frame, block: withAttributes(block(form.type, read.data, { nodes }), read) };
  }
  if (tag.name === "code") {
    const code = codeWithOptions(tag, nodes, reader);
    return code && { ...place, block: code };
  }
  const leaf = blockOfTag(tag, reader, text.slice(openEnd, closeStart).trim());
  return leaf && { ...place, block: leaf };
}

function withAttributes(found: Block, { attributes }: { attributes?: Record<string, string> }): Block {
  if (attributes !== undefined) found.attributes = attributes;
  return found;
}

/** The images or the hint of a `<div>` with blank lines in it; nothing for a `<div>` of anything else. */
function placeDiv(
  attributes: Readonly<Record<string, string>>,
  place: { start: number; end: number },
  frame: NonNullable<PlacedBlock["frame"]>,
  reader: PageReader,
): PlacedBlock | undefined {
  const nodes = frame.children.map((child) => child.block);
  const hint = hintOf(attributes, reader, () => nodes);
  if (hint) return { ...place, frame, block: hint };
  const data = imagesData(attributes);
  const isPlainImages = (node: Block) => node.type === "images" && Object.keys(node.data).length === 0;
  if (!data || nodes.length === 0 || !nodes.every(isPlainImages)) return undefined;
  return { ...place, block: block("images", data, { nodes: nodes.flatMap((node) => node.nodes ?? []) }) };
}

function codeWithOptions(tag: Tag, nodes: readonly Block[], reader: PageReader): Block | undefined {
  const form = formOfTag("code");
  const options = form && dataFromAttributes(form, tag.attributes ?? {}, reader.reference);
  const [code, ...others] = nodes;
  if (!options || code?.type !== "code" || others.length > 0) return undefined;
  return withAttributes(block("code", { ...code.data, ...options.data }, { nodes: code.nodes ?? [] }), options);
}
