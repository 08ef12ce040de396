import { type Block, blockNodes } from "../../markdown/document/model.ts";
import { type Child, type Html, h } from "../html.ts";
import { isTag, splitTokens, type Token } from "./mark-words.ts";

/** A change that no word on the page shows, such as where a link leads. */
interface QuietChange {
  readonly what: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** One block in two versions, and as rendered. */
export interface Edited {
  readonly before: Block;
  readonly after: Block;
  readonly drawnBefore: Html;
  readonly drawnAfter: Html;
}

/** The most that is listed for one block. */
const maxListed = 20;

/** Lists changed link targets, pictures and settings of a block; undefined if there are none. */
export function drawQuietChanges({ before, after, drawnBefore, drawnAfter }: Edited): Child {
  const [was, is] = [splitTokens(drawnBefore.text), splitTokens(drawnAfter.text)];
  const changes = [
    ...changedLinks(linksIn(was), linksIn(is)),
    ...changedPictures(picturesIn(was), picturesIn(is)),
    ...changedSettings(before, after, new Set([...visibleIn(was), ...visibleIn(is)])),
  ];
  return drawList(changes);
}

/** Lists where the links of a new block lead; undefined if there are none. */
export const drawNewLinks = (drawn: Html): Child => drawList(changedLinks([], linksIn(splitTokens(drawn.text))));

function drawList(changes: readonly QuietChange[]): Child {
  if (changes.length === 0) return undefined;
  const more = changes.length - maxListed;
  return h(
    "ul",
    { class: "quiet-changes" },
    changes
      .slice(0, maxListed)
      .map(({ what, before: old, after: now }) =>
        h(
          "li",
          {},
          what,
          ": ",
          old !== undefined && h("del", {}, old),
          old !== undefined && now !== undefined && " ",
          now !== undefined && h("ins", {}, now),
        ),
      ),
    more > 0 && h("li", {}, `${more} more, which the Markdown shows`),
  );
}

interface Link {
  readonly words: string;
  readonly target: string;
}

function linksIn(tokens: readonly Token[]): Link[] {
  const links: Link[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] ?? "";
    // The address of a heading follows from its words, and differs between the versions on one page.
    if (!token.startsWith("<a ") || token.startsWith('<a class="anchor"')) continue;
    const end = tokens.indexOf("</a>", at);
    if (end === -1) break;
    const inner = tokens.slice(at + 1, end);
    const words = wordsIn(inner).trim() || readAttribute(token, "aria-label") || "";
    links.push({ words, target: readAttribute(token, "href") ?? "" });
    at = end;
  }
  return links;
}

/** Links are matched by words and target, then by words in order. The others were added or removed. */
function changedLinks(before: readonly Link[], after: readonly Link[]): QuietChange[] {
  const wasUnchanged = createTaker(after, linkPrint);
  const left = before.filter((link) => wasUnchanged(link) === undefined);
  const isUnchanged = createTaker(before, linkPrint);
  const earlier = createTaker(left, ({ words }) => words);
  const matched = new Set<Link>();
  const changed = after.flatMap((link): QuietChange[] => {
    if (isUnchanged(link) !== undefined) return [];
    const old = earlier(link);
    if (old === undefined) return [{ what: formatName(link), before: undefined, after: link.target }];
    matched.add(old);
    const [was, is] = withoutSharedFolder(old.target, link.target);
    return [{ what: formatName(link), before: was, after: is }];
  });
  const removed = left.filter((link) => !matched.has(link));
  return [...changed, ...removed.map((link) => ({ what: formatName(link), before: link.target, after: undefined }))];
}

const linkPrint = ({ words, target }: Link) => JSON.stringify([words, target]);

const formatName = ({ words }: Link) => `Link “${words}”`;

/** Returns the first of the links with the same key that has not been taken. */
function createTaker(links: readonly Link[], getKey: (link: Link) => string): (link: Link) => Link | undefined {
  const waiting = new Map<string, Link[]>();
  for (const link of links.toReversed()) {
    const same = waiting.get(getKey(link)) ?? [];
    same.push(link);
    waiting.set(getKey(link), same);
  }
  return (link) => waiting.get(getKey(link))?.pop();
}

/** Paths on one server differ at their end; the organization and the space before it say nothing. */
function withoutSharedFolder(one: string, other: string): [string, string] {
  if (!one.startsWith("/") || !other.startsWith("/")) return [one, other];
  let shared = 0;
  for (let at = 0; one[at] === other[at] && at < one.length; at += 1) if (one[at] === "/") shared = at + 1;
  return [one.slice(shared) || one, other.slice(shared) || other];
}

const pictureAttributes: Readonly<Record<string, string>> = {
  src: "Picture",
  alt: "Picture description",
  width: "Picture width",
  height: "Picture height",
};

const picturesIn = (tokens: readonly Token[]) => tokens.filter((token) => token.startsWith("<img "));

function changedPictures(before: readonly Token[], after: readonly Token[]): QuietChange[] {
  if (before.length !== after.length) return [];
  return after.flatMap((picture, at) =>
    Object.entries(pictureAttributes).flatMap(([name, what]) => {
      const [was, is] = [readAttribute(before[at] ?? "", name), readAttribute(picture, name)];
      if (was === is) return [];
      const [old, now] = [was ?? "", is ?? ""];
      const isRenamed = name === "src" && fileName(old) !== fileName(now);
      const [shownOld, shownNow] = isRenamed ? [fileName(old), fileName(now)] : withoutSharedFolder(old, now);
      return [{ what, before: shownOld || undefined, after: shownNow || undefined }];
    }),
  );
}

const fileName = (address: string) => /([^/?#]*)(?:[?#].*)?$/.exec(address)?.[1] ?? address;

/** Compares the settings of a block and of the blocks inside it, leaving out what is visible as words. */
function changedSettings(before: Block, after: Block, visible: ReadonlySet<string>): QuietChange[] {
  const names = new Set([...Object.keys(before.data), ...Object.keys(after.data)]);
  const own = [...names].flatMap((name) => {
    const [was, is] = [readSetting(before, name), readSetting(after, name)];
    if (was === is || name in pictureAttributes) return [];
    if ([was, is].some((value) => value !== undefined && visible.has(value))) return [];
    return [{ what: name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`), before: was, after: is }];
  });
  const [wasInside, isInside] = [blockNodes(before.nodes), blockNodes(after.nodes)];
  if (wasInside.length !== isInside.length) return own;
  return [
    ...own,
    ...isInside.flatMap((block, at) => {
      const old = wasInside[at];
      return old?.type === block.type ? changedSettings(old, block, visible) : [];
    }),
  ];
}

function readSetting({ data }: Block, name: string): string | undefined {
  const value = data[name];
  return ["string", "number", "boolean"].includes(typeof value) ? String(value) : undefined;
}

/** The texts between tags. */
const visibleIn = (tokens: readonly Token[]) =>
  tokens
    .map((token) => (isTag(token) ? "<" : token))
    .join("")
    .split("<")
    .map((text) => unescaped(text));

const wordsIn = (tokens: readonly Token[]) => unescaped(tokens.filter((token) => !isTag(token)).join(""));

/** Renderers write attributes with double quotes. */
function readAttribute(tag: Token, name: string): string | undefined {
  const value = new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];
  return value === undefined ? undefined : unescaped(value);
}

const characters: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', "#39": "'", amp: "&" };

const unescaped = (text: string) =>
  text.replace(/&(lt|gt|quot|#39|amp);/g, (_entity, name: string) => characters[name] ?? "");
