import type { FrameRegion, Region } from "../../grammar/regions.ts";
import type { Tag } from "../../grammar/tags.ts";
import { type LocatedBlock, trimmedEnd } from "../block-source.ts";
import { type Block, block, type ContentReference, type Data, expandableBlock } from "../model.ts";
import { dataFromAttributes, formOfTag } from "../tag-attributes.ts";
import { hintFromAttributes, imagesData } from "./blocks-from-html.ts";
import { inlineMarkdownOfHtml } from "./inline-from-markdown.ts";
import type { PageReader } from "./page-reader.ts";

/** The only tag allowed directly inside each of these. */
const itemTagByContainer = new Map([
  ["tabs", "tab"],
  ["stepper", "step"],
  ["columns", "column"],
  ["updates", "update"],
]);

const containerTags = new Set([
  "hint",
  "prompt",
  "if",
  "tab",
  "step",
  "column",
  "update",
  ...itemTagByContainer.keys(),
]);

const containerByItemTag = new Map([...itemTagByContainer].map(([container, item]) => [item, container]));

/** Whether a frame can be the block its tag names where it is: items in their container and nothing else there. */
export function fitsParent(text: string, region: FrameRegion, parent: string | undefined): boolean {
  const container = containerByItemTag.get(region.tag.name);
  if (container !== undefined && container !== parent) return false;
  const item = itemTagByContainer.get(region.tag.name);
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
  if (containerTags.has(tag.name) || tag.name === "code") return undefined;
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
export function toFrameBlock(
  text: string,
  region: FrameRegion,
  children: LocatedBlock[],
  reader: PageReader,
): LocatedBlock | undefined {
  const { tag, start, openEnd, closeStart } = region;
  const end = trimmedEnd(text, start, region.end);
  const range = { start, end };
  const frame = { openEnd, closeStart, children };
  const nodes = children.map((child) => child.block);
  if (tag.name === "<div>") return toDivBlock(tag.attributes ?? {}, range, frame, reader);
  if (tag.name === "<details>") {
    const title = reader.inlineNodes(inlineMarkdownOfHtml(tag.attributes?.summary ?? ""));
    return { ...range, frame, block: expandableBlock(title, tag.attributes?.open === "true", nodes) };
  }
  if (tag.name === "if") return { ...range, frame, block: block("if", { expression: tag.argument }, { nodes }) };
  if (containerTags.has(tag.name)) {
    const form = formOfTag(tag.name);
    const read = form && dataFromAttributes(form, tag.attributes ?? {}, reader.reference);
    return form && read && { ...range, frame, block: withAttributes(block(form.type, read.data, { nodes }), read) };
  }
  if (tag.name === "code") {
    const code = codeWithOptions(tag, nodes, reader);
    return code && { ...range, block: code };
  }
  const leaf = blockOfTag(tag, reader, text.slice(openEnd, closeStart).trim());
  return leaf && { ...range, block: leaf };
}

function withAttributes(found: Block, { attributes }: { attributes?: Record<string, string> }): Block {
  if (attributes !== undefined) found.attributes = attributes;
  return found;
}

/** The images or the hint of a `<div>` with blank lines in it; nothing for a `<div>` of anything else. */
function toDivBlock(
  attributes: Readonly<Record<string, string>>,
  range: { start: number; end: number },
  frame: NonNullable<LocatedBlock["frame"]>,
  reader: PageReader,
): LocatedBlock | undefined {
  const nodes = frame.children.map((child) => child.block);
  const hint = hintFromAttributes(attributes, reader, () => nodes);
  if (hint) return { ...range, frame, block: hint };
  const data = imagesData(attributes);
  const isPlainImages = (node: Block) => node.type === "images" && Object.keys(node.data).length === 0;
  if (!data || nodes.length === 0 || !nodes.every(isPlainImages)) return undefined;
  return { ...range, block: block("images", data, { nodes: nodes.flatMap((node) => node.nodes ?? []) }) };
}

function codeWithOptions(tag: Tag, nodes: readonly Block[], reader: PageReader): Block | undefined {
  const form = formOfTag("code");
  const options = form && dataFromAttributes(form, tag.attributes ?? {}, reader.reference);
  const [code, ...others] = nodes;
  if (!options || code?.type !== "code" || others.length > 0) return undefined;
  return withAttributes(block("code", { ...code.data, ...options.data }, { nodes: code.nodes ?? [] }), options);
}
