import { z } from "zod";
import { type Model, ModelProblem, plainLine } from "../../../kernel/language-model/index.ts";
import type { Analyst, ModelReply } from "../analyst.ts";
import type { ClusterText } from "../describe-cluster.ts";
import type { KnownIssue } from "../known-issues.ts";
import { extractTerms, has } from "../terms.ts";

const maxTitles = 30;

const maxLength = { label: 60, summary: 800 };

const Description = z.object({ label: z.string().min(1).max(400), summary: z.string().min(1).max(6_000) });

const task = `You read the titles of problems that people had with a product and its documentation, and that are thought to be alike.
"label" names what they have in common in at most 8 words, in English, in words that several of the titles use.
"summary" says in two to four sentences, in English, what people struggle with and what a page would have to say to help them.`;

export type LabelByModel = Pick<ClusterText, "label" | "summary">;

/** Label and summary of a cluster, written by a model. */
export function askForLabel(analyst: Analyst, issues: readonly KnownIssue[]): Promise<ModelReply<LabelByModel>> {
  return analyst.ask((model) => labelBy(model, analyst, issues));
}

async function labelBy(model: Model, analyst: Analyst, issues: readonly KnownIssue[]): Promise<LabelByModel> {
  const data = JSON.stringify({ titles: someTitles(issues).map((title) => analyst.masked(title)) });
  const description = await model.ask({ name: "cluster", task, data, schema: Description, answerTokens: 500 });
  const label = plainLine(analyst.masked(description.label), maxLength.label);
  const summary = plainLine(analyst.masked(description.summary), maxLength.summary);
  if (!isShared(label, issues))
    throw new ModelProblem("unusable", "named a cluster in words that its issues do not share");
  return { label, summary: [summary, "Label and summary were written by a language model."] };
}

/** Distinct titles from the whole cluster. */
function someTitles(issues: readonly KnownIssue[]): string[] {
  const titles = [...new Set(issues.map(({ title }) => title))].sort();
  const step = Math.max(1, titles.length / maxTitles);
  return titles.filter((_title, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
}

/** Half of a label's words must occur in several conversations, so that a single one cannot determine it. */
function isShared(label: string, issues: readonly KnownIssue[]): boolean {
  const words = Object.keys(extractTerms(label));
  const all = new Set(issues.map(({ conversation }) => conversation)).size;
  const shared = words.filter((word) => {
    const using = issues.filter(({ terms }) => has(terms, word)).map(({ conversation }) => conversation);
    return new Set(using).size >= Math.min(2, all);
  });
  return shared.length > 0 && shared.length * 2 >= words.length;
}
