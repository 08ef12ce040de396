import {
  type ContentReference,
  type Inline,
  type InlineNode,
  type Leaf,
  type Mark,
  mentionTitle,
  plainText,
} from "../../markdown/document/model.ts";
import { picture } from "../blocks/image.ts";
import { type Setting, toText } from "../blocks/setting.ts";
import { type Html, h, join, withIcon } from "../html.ts";

export function renderInline(nodes: readonly InlineNode[] | undefined, setting: Setting): Html {
  return join((nodes ?? []).map((node) => (node.object === "text" ? node.leaves.map(leaf) : inline(node, setting))));
}

const elements: Readonly<Record<string, string>> = {
  bold: "strong",
  italic: "em",
  code: "code",
  keyboard: "kbd",
  strikethrough: "s",
  superscript: "sup",
  subscript: "sub",
};

function leaf({ text, marks }: Leaf): Html {
  const lines = text.split("\n").map((line, index) => (index === 0 ? line : [h("br"), line]));
  return marks.reduceRight((content, mark) => marked(mark, content), join(lines));
}

function marked(mark: Mark, content: Html): Html {
  const element = elements[mark.type];
  if (element !== undefined) return h(element, {}, content);
  const classes = [colorClass("c", mark.data?.text), colorClass("bg", mark.data?.background)].filter(Boolean).join(" ");
  return classes === "" ? content : h("mark", { class: classes }, content);
}

function colorClass(prefix: string, color: unknown): string | undefined {
  const name = /^\$?([a-z]+)$/.exec(toText(color))?.[1];
  return name === undefined || name === "default" ? undefined : `${prefix}-${name}`;
}

function inline(node: Inline, setting: Setting): Html {
  const { data } = node;
  switch (node.type) {
    case "link":
      return link(node, setting);
    case "emoji":
      return h("span", { role: "img", "aria-label": "emoji" }, toEmoji(toText(data.code)));
    case "icon":
      return setting.icon(toText(data.icon)) ?? join();
    case "expression":
      return h("code", { class: "expression" }, toText(data.expression));
    case "inline-math":
      return setting.math(toText(data.formula), false);
    case "inline-image":
      return h(
        "span",
        { class: data.size === "line" ? "inline-image line-high" : "inline-image" },
        picture(data, setting, { loading: "lazy", decoding: "async" }),
      );
    case "mention": {
      const target = setting.resolve(data.ref as ContentReference);
      return h("span", { class: "mention" }, target?.title ?? "@");
    }
    case "button":
      return button(node, setting);
    case "annotation":
      return annotation(node, setting);
    default:
      return renderInline(node.nodes, setting);
  }
}

function link({ data, nodes }: Inline, setting: Setting): Html {
  const reference = data.ref as ContentReference;
  const target = setting.resolve(reference);
  const content = renderInline(nodes, setting);
  const isMention = data.title === mentionTitle;
  const isEmpty = plainText(nodes).trim() === "" && !/<(?:img|svg)/.test(content.text);
  const shown = isEmpty ? (target?.title ?? target?.href ?? "") : (isMention && target?.title) || content;
  if (target === undefined) {
    // Links to content outside the site become plain words; those that look like working links get a remark.
    const named = reference.kind === "url" ? /^\/(?:spaces|pages)\//.test(reference.url) : true;
    return named ? h("span", { class: "nowhere", title: setting.words.notFoundText }, shown) : join(shown);
  }
  const title = isMention ? undefined : toText(data.title) || undefined;
  return h("a", { href: target.href, title, ...outside(target.href, setting) }, shown);
}

function outside(href: string, { opensOutside }: Setting) {
  return opensOutside && /^https?:/.test(href) ? { target: "_blank", rel: "noopener" } : {};
}

function button({ data }: Inline, setting: Setting): Html {
  const label = withIcon(setting.icon(toText(data.icon)), toText(data.label));
  const classes = `button ${data.kind === "secondary" ? "secondary" : "primary"}`;
  const { action, query }: { action?: unknown; query?: unknown } = Object(data.action);
  if (data.ref === undefined) {
    const isSearch = action === "search" || action === "ask";
    return isSearch
      ? h("a", { class: classes, href: setting.searchHref(toText(query)) }, label)
      : h("span", { class: classes }, label);
  }
  const target = setting.resolve(data.ref as ContentReference);
  return target === undefined
    ? h("span", { class: classes }, label)
    : h("a", { class: classes, href: target.href, ...outside(target.href, setting) }, label);
}

/** The note follows its word, and clicking the word opens it. */
function annotation({ nodes, fragments }: Inline, setting: Setting): Html {
  const remark = (fragments ?? []).flatMap((fragment) => fragment.nodes);
  const words = plainText(remark.flatMap((block) => (block.nodes ?? []).filter((node) => node.object !== "block")));
  return h("span", { class: "annotation", title: words, tabindex: 0 }, renderInline(nodes, setting));
}

/** Emoji are named by their code points. */
function toEmoji(code: string): string {
  const points = code.split("-").map((part) => Number.parseInt(part, 16));
  const isKnown = points.every((point) => point > 0 && point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff));
  return isKnown ? String.fromCodePoint(...points) : code;
}
