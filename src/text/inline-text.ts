import { decodeEntity } from "./entities.ts";
import { type InlineToken, scanInline } from "./inline.ts";

const MARKUP = /[\\`*_~[\]!<&{]/;

/** Elements inside a word; every other element separates what stands on its two sides. */
const WITHIN_WORDS: ReadonlySet<string> = new Set(
  "a abbr b bdi bdo cite code data del dfn em font i ins kbd mark q s samp small span strong sub sup time u var wbr".split(
    " ",
  ),
);

/** A run of `*`, `_` or `~` that may open or close emphasis; `left` is how many of them stay visible. */
interface Run {
  character: string;
  left: number;
  length: number;
}

/**
 * Running text as a reader sees it: link and image texts, code, decoded entities; no destinations, elements,
 * comments, tags or emphasis marks. Linear in its length. `labels` as in `scanInline`.
 */
export function inlineText(source: string, labels?: ReadonlySet<string>): string {
  if (!MARKUP.test(source)) return source;
  const pieces: (string | Run)[] = [];
  const openRuns = new Map<string, Run[]>();
  for (const token of scanInline(source, labels)) {
    if (token.kind === "delimiter") pieces.push(closeEmphasis(source, token.start, token.end, openRuns));
    else pieces.push(visibleText(source, token));
  }
  return pieces.map((piece) => (typeof piece === "string" ? piece : piece.character.repeat(piece.left))).join("");
}

function visibleText(source: string, token: InlineToken): string {
  switch (token.kind) {
    case "escape":
      return source.slice(token.start + 1, token.end);
    case "code":
      return codeText(source.slice(token.content.start, token.content.end));
    case "autolink":
      return source.slice(token.content.start, token.content.end);
    case "entity":
      return decodeEntity(source.slice(token.start, token.end));
    case "element":
      return WITHIN_WORDS.has(token.name) ? "" : " ";
    case "comment":
    case "tag":
      return "";
    case "open":
    case "close":
      return token.linked ? "" : source.slice(token.start, token.end);
    default:
      return source.slice(token.start, token.end);
  }
}

function codeText(content: string): string {
  const padded = content.length > 2 && content.startsWith(" ") && content.endsWith(" ") && content.trim() !== "";
  return padded ? content.slice(1, -1) : content;
}

/** Pairs a run with earlier ones of its character, as CommonMark does but for its rule of three. */
function closeEmphasis(source: string, start: number, end: number, openRuns: Map<string, Run[]>): Run {
  const character = source.charAt(start);
  const run: Run = { character, left: end - start, length: end - start };
  const { canOpen, canClose } = flanking(character, source.charAt(start - 1), source.charAt(end));
  let opens = openRuns.get(character);
  if (!opens) {
    opens = [];
    openRuns.set(character, opens);
  }
  if (canClose) {
    for (let open = opens.at(-1); open && run.left > 0; open = opens.at(-1)) {
      if (character === "~" && open.length !== run.length) break;
      const paired = Math.min(open.left, run.left);
      open.left -= paired;
      run.left -= paired;
      if (open.left === 0) opens.pop();
    }
  }
  if (canOpen && run.left > 0) opens.push(run);
  return run;
}

function flanking(character: string, before: string, after: string): { canOpen: boolean; canClose: boolean } {
  const spaceBefore = before.trim() === "";
  const spaceAfter = after.trim() === "";
  const markBefore = /[\p{P}\p{S}]/u.test(before);
  const markAfter = /[\p{P}\p{S}]/u.test(after);
  const left = !spaceAfter && (!markAfter || spaceBefore || markBefore);
  const right = !spaceBefore && (!markBefore || spaceAfter || markAfter);
  if (character !== "_") return { canOpen: left, canClose: right };
  return { canOpen: left && (!right || markBefore), canClose: right && (!left || markAfter) };
}
