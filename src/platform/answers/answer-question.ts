import type { z } from "zod";
import type { Answer } from "../../contract/models/answer.ts";
import type { ContentFormat } from "../../contract/models/document.ts";
import { openModel, type Work } from "../models/model.ts";
import type { ModelSettings } from "../models/settings.ts";
import { askModel, type Told } from "./ask-model.ts";
import type { Passage } from "./find-passages.ts";
import { safeDocument } from "./safe-document.ts";

/** Milliseconds. Callers of the API wait no longer than a minute. */
const limits = { time: 50_000, callTime: 45_000, tries: 2 };

export interface Question {
  readonly question: string;
  readonly before: readonly string[];
  readonly format: z.infer<typeof ContentFormat>;
}

/** What a model says to a question from passages alone. Throws `ModelProblem`. */
export async function answerQuestion(
  settings: ModelSettings,
  { question, before, format }: Question,
  passages: readonly Passage[],
  { signal, write }: Pick<Work, "signal" | "write">,
): Promise<Answer> {
  const told =
    passages.length === 0
      ? undefined
      : await askModel(openModel(settings, { signal, write, ...limits }), { question, before, passages });
  if (told === undefined) return { followupQuestions: [], sources: [] };
  return {
    answer: await present(told, format),
    followupQuestions: [...told.followUps],
    sources: sourcesOf(told.passages),
  };
}

async function present({ text, passages }: Told, format: Question["format"]): Promise<Answer["answer"]> {
  const { documentFromMarkdown } = await import("../../text/document/from-markdown.ts");
  const document = safeDocument(documentFromMarkdown(text), passages.map((passage) => passage.text).join("\n"));
  // The same shape twice: the contract leaves block types open, the text layer names them.
  if (format === "document") return { document: document as object as NonNullable<Answer["answer"]>["document"] };
  const { markdownFromDocument } = await import("../../text/document/to-markdown.ts");
  return { markdown: markdownFromDocument(document).trim() };
}

/** One source a page, with the sections that were used, in the order in which the model named them. */
function sourcesOf(passages: readonly Passage[]): Answer["sources"] {
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
