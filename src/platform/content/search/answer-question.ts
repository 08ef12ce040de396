import { z } from "zod";
import type { ContentFormat } from "../../../contract/models/document.ts";
import type { Answer } from "../../../contract/models/search.ts";
import type { Block, BlockType, InlineNode, InlineType, RichDocument } from "../../../markdown/document/model.ts";
import { type Model, type ModelSettings, openModel, plainLine, type Work } from "../../kernel/language-model/index.ts";
import type { Passage } from "./find-passages.ts";

/** Milliseconds. API callers wait at most a minute. */
const limits = { time: 50_000, callTime: 45_000, tries: 2 };

interface Question {
  readonly question: string;
  readonly before: readonly string[];
  readonly format: z.infer<typeof ContentFormat>;
}

/** A model's answer to a question, based only on passages. Throws `ModelProblem`. */
export async function answerQuestion(
  settings: ModelSettings,
  { question, before, format }: Question,
  passages: readonly Passage[],
  { signal, write }: Pick<Work, "signal" | "write">,
): Promise<Answer> {
  const modelAnswer =
    passages.length === 0
      ? undefined
      : await askModel(openModel(settings, { signal, write, ...limits }), { question, before, passages });
  if (modelAnswer === undefined) return { followupQuestions: [], sources: [] };
  return {
    answer: await present(modelAnswer, format),
    followupQuestions: [...modelAnswer.followUps],
    sources: listSources(modelAnswer.passages),
  };
}

async function present({ text, passages }: ModelAnswer, format: Question["format"]): Promise<Answer["answer"]> {
  const { documentFromMarkdown } = await import("../../../markdown/document/reading/from-markdown.ts");
  const document = safeDocument(documentFromMarkdown(text), passages.map((passage) => passage.text).join("\n"));
  // Both types have the same shape, but the contract leaves block types open and the text layer names them.
  if (format === "document") return { document: document as object as NonNullable<Answer["answer"]>["document"] };
  const { markdownFromDocument } = await import("../../../markdown/document/printing/to-markdown.ts");
  return { markdown: markdownFromDocument(document).trim() };
}

/** One source per page, with the sections that were used, in the order the model named them. */
function listSources(passages: readonly Passage[]): Answer["sources"] {
  const pages = new Map<string, Passage[]>();
  for (const passage of passages) pages.set(passage.page, [...(pages.get(passage.page) ?? []), passage]);
  return [...pages].map(([page, used]) => ({
    type: "page" as const,
    page,
    revision: used[0]?.revision ?? "",
    space: used[0]?.space ?? "",
    sections: [...new Set(used.map(({ anchor }) => `${page}#${anchor}`))],
  }));
}

interface ModelQuestion {
  readonly question: string;
  /** Questions asked before this one, oldest first. */
  readonly before: readonly string[];
  readonly passages: readonly Passage[];
}

/** The model's answer. */
interface ModelAnswer {
  /** Markdown, as the model wrote it. */
  readonly text: string;
  readonly passages: readonly Passage[];
  readonly followUps: readonly string[];
}

const maxFollowUps = 3;

const maxChars = { text: 12_000, followUp: 200 };

const ModelReply = z.object({
  isTold: z.boolean(),
  text: z.string().max(100_000),
  passages: z.array(z.number().int()).max(200),
  followUps: z.array(z.string().max(5_000)).max(50),
});

const task = `You answer a question about a product from passages of its documentation, and from nothing else.
"isTold" is false when the passages do not answer the question. "text" is then empty: guess nothing, and do not answer from what you know.
Else "text" is the answer in Markdown, in the language of the question, as short as it can be: paragraphs, lists and code blocks, no headings, no tables, no images and no links.
"passages" are the numbers of the passages that the answer is taken from.
"followUps" are up to ${maxFollowUps} short questions that a reader may ask next and that the passages answer; none when there are none.`;

/** Undefined if the passages do not answer the question, or if the model names no passage that does. */
async function askModel(model: Model, { question, before, passages }: ModelQuestion): Promise<ModelAnswer | undefined> {
  const data = JSON.stringify({
    question,
    ...(before.length === 0 ? {} : { askedBefore: before }),
    passages: passages.map(({ pageTitle, title, text }, index) => ({
      number: index + 1,
      page: pageTitle,
      ...(title === pageTitle ? {} : { section: title }),
      text,
    })),
  });
  const reply = await model.ask({ name: "answer", task, data, schema: ModelReply, answerTokens: 1_500 });
  const used = [...new Set(reply.passages)].flatMap((number) => passages[number - 1] ?? []);
  const text = reply.text.slice(0, maxChars.text).trim();
  if (!reply.isTold || text === "" || used.length === 0) return undefined;
  const followUps = reply.followUps.slice(0, maxFollowUps).map((followUp) => plainLine(followUp, maxChars.followUp));
  return { text, passages: used, followUps: followUps.filter((followUp) => followUp !== "") };
}

/** Blocks allowed in an answer. Text in other blocks is kept without them; blocks that embed something are removed. */
const blocks: ReadonlySet<BlockType> = new Set([
  "paragraph",
  "heading-1",
  "heading-2",
  "heading-3",
  "list-ordered",
  "list-unordered",
  "list-tasks",
  "list-item",
  "divider",
  "blockquote",
  "hint",
  "code",
  "code-line",
]);

const inlines: ReadonlySet<InlineType> = new Set(["emoji", "inline-math"]);

/** Commands in a formula that link or load something. */
const leading = /\\(?:href|url|include|html|input)|:\/\//i;

/** What may follow a truncated address: cut there, it would lead elsewhere. */
const goesOn = /^(?:[\p{L}\p{N}/_~%#?&=+@:-]|\.[\p{L}\p{N}])/u;

const address = /\b(?:[a-z][a-z+.-]{1,20}:\/\/|www\.|mailto:)[^\s<>()[\]"'`]{1,2000}/gi;

/**
 * Removes everything that loads or links from a model's text: pages may contain instructions to send readers, or data,
 * elsewhere. Addresses in `known`, the source of the answer, are kept.
 */
function safeDocument(document: RichDocument, known: string): RichDocument {
  const cleaner = new Cleaner(known);
  return { object: "document", data: document.data, nodes: cleaner.blocks(document.nodes) };
}

class Cleaner {
  readonly #known: string;

  constructor(known: string) {
    this.#known = known;
  }

  blocks(nodes: readonly (Block | InlineNode)[]): Block[] {
    return nodes.flatMap((node) => (node.object === "block" ? this.#block(node) : []));
  }

  #block({ type, isVoid, data, nodes = [] }: Block): Block[] {
    if (!blocks.has(type)) return this.blocks(nodes);
    const inner = nodes.flatMap((node): (Block | InlineNode)[] =>
      node.object === "block" ? this.#block(node) : this.#inline(node, type === "code-line"),
    );
    return [{ object: "block", type, isVoid, data, nodes: inner }];
  }

  #inline(node: InlineNode, isCode: boolean): InlineNode[] {
    if (node.object === "text") {
      const leaves = node.leaves.map(({ object, text, marks }) => ({
        object,
        text: isCode ? text : this.#text(text),
        marks,
      }));
      return [{ object: "text", leaves }];
    }
    if (inlines.has(node.type)) return leading.test(JSON.stringify(node.data)) ? [] : [node];
    const inner = (node.nodes ?? []).flatMap((one) => this.#inline(one, isCode));
    const { ref } = node.data as { ref?: { kind?: string; url?: string } };
    if (node.type !== "link" || ref?.kind !== "url" || !this.#knows(ref.url ?? "")) return inner;
    return [{ object: "inline", type: "link", isVoid: false, data: { ref }, nodes: inner }];
  }

  #knows(url: string): boolean {
    if (!/^https?:\/\/./.test(url)) return false;
    for (let at = this.#known.indexOf(url); at !== -1; at = this.#known.indexOf(url, at + 1)) {
      if (!goesOn.test(this.#known.slice(at + url.length, at + url.length + 2))) return true;
    }
    return false;
  }

  #text(text: string): string {
    return text.replace(address, (found) => {
      const url = found.replace(/[.,;:!?]+$/, "");
      return this.#knows(url) ? found : `(address removed)${found.slice(url.length)}`;
    });
  }
}
