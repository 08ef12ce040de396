import { z } from "zod";
import type { Model } from "../models/model.ts";
import { plainLine } from "../models/plain-line.ts";
import type { Passage } from "./find-passages.ts";

export interface Asked {
  readonly question: string;
  /** Questions asked before it, the oldest first. */
  readonly before: readonly string[];
  readonly passages: readonly Passage[];
}

/** What the model made of the passages. */
export interface Told {
  /** Markdown, as the model wrote it. */
  readonly text: string;
  readonly passages: readonly Passage[];
  readonly followUps: readonly string[];
}

const mostFollowUps = 3;
const longest = { text: 12_000, followUp: 200 };

const Said = z.object({
  isTold: z.boolean(),
  text: z.string().max(100_000),
  passages: z.array(z.number().int()).max(200),
  followUps: z.array(z.string().max(5_000)).max(50),
});

const task = `You answer a question about a product from passages of its documentation, and from nothing else.
"isTold" is false when the passages do not answer the question. "text" is then empty: guess nothing, and do not answer from what you know.
Else "text" is the answer in Markdown, in the language of the question, as short as it can be: paragraphs, lists and code blocks, no headings, no tables, no images and no links.
"passages" are the numbers of the passages that the answer is taken from.
"followUps" are up to ${mostFollowUps} short questions that a reader may ask next and that the passages answer; none when there are none.`;

/** Undefined when the passages do not answer the question, or nothing shows that they do. */
export async function askModel(model: Model, { question, before, passages }: Asked): Promise<Told | undefined> {
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
  const said = await model.ask({ name: "answer", task, data, schema: Said, answerTokens: 1_500 });
  const used = [...new Set(said.passages)].flatMap((number) => passages[number - 1] ?? []);
  const text = said.text.slice(0, longest.text).trim();
  if (!said.isTold || text === "" || used.length === 0) return undefined;
  const followUps = said.followUps.slice(0, mostFollowUps).map((asked) => plainLine(asked, longest.followUp));
  return { text, passages: used, followUps: followUps.filter((asked) => asked !== "") };
}
