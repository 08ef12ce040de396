import { type Child, type Html, h } from "../html.ts";
import type { IconDrawer } from "../icons/icon-pack.ts";
import type { LinkView, SiteView } from "../view.ts";
import { getWords, type Words } from "../words/words.ts";
import { frame } from "./frame.ts";

/** UTF-16 units of a reader's question. */
export const maxQuestionChars = 500;

/** Earlier questions, which are sent with the new one. */
export const maxEarlierQuestions = 3;

/** A model's answer to a reader's question. */
export interface AnswerView {
  readonly question: string;
  /** Earlier questions, oldest first. */
  readonly before: readonly string[];
  readonly answer: ModelAnswerView | "unknown" | "failed";
  /** Search results for the question. */
  readonly found: readonly LinkView[];
}

interface ModelAnswerView {
  readonly text: Html;
  readonly sources: readonly SourceView[];
  readonly followUps: readonly string[];
}

export interface SourceView extends LinkView {
  readonly sections: readonly LinkView[];
}

/** The answer to a question as a separate page. */
export function renderAnswer(
  site: SiteView,
  { question, before, answer, found }: AnswerView,
  icon: IconDrawer,
): string {
  const words = getWords(site.customization.internationalization.locale);
  const chats = site.customization.ai.mode === "assistant";
  const earlierQuestions = chats && typeof answer !== "string" ? [...before, question].slice(-maxEarlierQuestions) : [];
  return frame(site, {
    head: { title: question, alternates: [], isUnlisted: true },
    icon,
    main: h(
      "article",
      { class: "answer" },
      h("h1", {}, question),
      typeof answer === "string"
        ? drawNoAnswer(answer, found, words)
        : drawAnswer(site, answer, earlierQuestions, words),
      askForm(site, words, {
        label: earlierQuestions.length > 0 ? words.askMore : words.ask,
        before: earlierQuestions,
      }),
    ),
  });
}

function drawNoAnswer(why: "unknown" | "failed", found: readonly LinkView[], words: Words): Child {
  return [
    h("p", { class: "lead" }, why === "failed" ? words.answerFailed : words.notAnswered),
    found.length > 0 && [h("h2", {}, words.similar), h("ul", {}, found.map(item))],
  ];
}

const item = ({ title, href }: LinkView) => h("li", {}, h("a", { href }, title));

function drawAnswer(site: SiteView, answer: ModelAnswerView, before: readonly string[], words: Words): Child {
  const { text, sources, followUps } = answer;
  return [
    h("div", { class: "content" }, text),
    h("p", { class: "small" }, words.writtenByModel),
    h("h2", {}, words.sources),
    h(
      "ul",
      {},
      sources.map(({ title, href, sections }) =>
        h("li", {}, h("a", { href }, title), sections.length > 0 && h("ul", {}, sections.map(item))),
      ),
    ),
    followUps.length > 0 && [h("h2", {}, words.askNext), questionButtons(site, followUps, before)],
  ];
}

interface AskForm {
  readonly label: string;
  readonly value?: string;
  readonly before?: readonly string[];
}

/** A form that asks the model; none if the site has no model. */
export function askForm(site: SiteView, words: Words, { label, value, before = [] }: AskForm): Child {
  if (site.ask === undefined) return undefined;
  return h(
    "form",
    { class: "ask", method: "post", action: site.ask },
    hiddenQuestions(before),
    h("label", { for: "question" }, label),
    h("textarea", { id: "question", name: "question", rows: 2, maxlength: maxQuestionChars, required: true }, value),
    h("button", { class: "button primary" }, words.askButton),
  );
}

/** Questions that can be asked with a click. */
export function questionButtons(site: SiteView, questions: readonly string[], before: readonly string[] = []): Child {
  if (site.ask === undefined || questions.length === 0) return undefined;
  return h(
    "form",
    { class: "questions", method: "post", action: site.ask },
    hiddenQuestions(before),
    questions.map((question) => h("button", { class: "button", name: "question", value: question }, question)),
  );
}

const hiddenQuestions = (questions: readonly string[]): Child =>
  questions.map((question) => h("input", { type: "hidden", name: "before", value: question }));
