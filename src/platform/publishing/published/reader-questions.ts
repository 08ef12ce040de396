import type { RateLimited } from "../../../contract/rate-limit.ts";
import type { RichDocument } from "../../../markdown/document/model.ts";
import {
  type AnswerView,
  drawerFor,
  fontOrigins,
  frameIcons,
  maxEarlierQuestions,
  maxQuestionChars,
  renderAnswer,
  type SourceView,
} from "../../../site/index.ts";
import { findPassages, loadAnswers, type Passage, takeQuestion } from "../../content/search/index.ts";
import type { Context } from "../../kernel/context.ts";
import type { Database } from "../../kernel/database/database.ts";
import type { Queries } from "../../kernel/database/tables.ts";
import { ModelProblem, type ModelSettings } from "../../kernel/language-model/index.ts";
import type { SiteRoute } from "../sites/index.ts";
import { loadIcons } from "./icons.ts";
import { organizationContext, type ReaderContext, readForm, refused, tooSoon } from "./reader-form.ts";
import { pack, respond } from "./rendered.ts";
import { findPages } from "./serve-content.ts";
import type { ServedContent } from "./served-content.ts";
import { SpaceReader } from "./space-reader.ts";

/** For all readers of one site together: the operator pays, and readers are not distinguished. */
const allowed = { max: 1_000, period: 24 * 60 * 60_000 };

/** Pages listed if there is no answer. */
const maxFound = 8;

interface QuestionOptions {
  readonly database: Database;
  readonly model: ModelSettings;
  /** ISO 8601. */
  now(): string;
  readonly contextFor: ReaderContext;
  readonly closing: AbortSignal;
  log(line: string): void;
  /** When the next question from this address is accepted, if this one came too soon. */
  countForm(): RateLimited | undefined;
  /** The content that the reader reads; undefined if questions are not accepted there. */
  open(queries: Queries): Promise<Opened | undefined>;
}

interface Opened {
  readonly found: SiteRoute;
  readonly served: ServedContent;
}

/** Answers a question that a reader sent with a form; undefined if questions are not accepted. */
export async function respondToQuestion(request: Request, options: QuestionOptions): Promise<Response | undefined> {
  const { database } = options;
  if ((await database.read(options.open)) === undefined) return undefined;
  const wait = options.countForm();
  if (wait !== undefined) return tooSoon(wait);
  const question = await readQuestion(request);
  if (question instanceof Response) return question;
  const passages = await database.read(async (queries) => {
    const opened = await options.open(queries);
    return opened && visiblePassages(queries, opened.served, question);
  });
  if (passages === undefined) return undefined;
  const modelAnswer = passages.length === 0 ? undefined : await askModel(request, question, passages, options);
  if (modelAnswer instanceof Response) return modelAnswer;
  // The model takes long: the page shows what the reader may see by then.
  const page = await database.read(async (queries) => {
    const opened = await options.open(queries);
    if (opened === undefined) return undefined;
    const reader = await SpaceReader.open(queries, opened.served);
    const areVisible = passages.every(({ page }) => reader.order.find(page) !== undefined);
    const outcome = areVisible ? modelAnswer : "failed";
    const presented = typeof outcome === "object" ? await presentAnswer(reader, outcome) : (outcome ?? "unknown");
    const found = typeof presented === "string" ? await findPages(queries, reader, question.text, maxFound) : [];
    return {
      site: reader.site(),
      view: { question: question.text, before: question.before, answer: presented, found },
    };
  });
  if (page === undefined) return undefined;
  const { site, view } = page;
  const text = renderAnswer(site, view, await frameIcons(site, loadIcons));
  const status = view.answer === "failed" ? 503 : 200;
  const fontsFrom = fontOrigins(site.customization);
  return respond(request, await pack({ status, type: "text/html; charset=utf-8", text, fontsFrom }), "visitor");
}

interface Question {
  readonly text: string;
  readonly before: readonly string[];
}

async function readQuestion(request: Request): Promise<Question | Response> {
  const form = await readForm(request, { what: "Questions", maxMegabytes: 0.02 });
  if (form instanceof Response) return form;
  const text = form.get("question")?.replace(/\s+/g, " ").trim() ?? "";
  const before = form.getAll("before").slice(-maxEarlierQuestions);
  if (text === "") return refused(400, "question: is empty.");
  if (text.length > maxQuestionChars) return refused(400, `question: may have at most ${maxQuestionChars} characters.`);
  if (before.some((earlier) => earlier.length > maxQuestionChars)) {
    return refused(400, `before: each question may have at most ${maxQuestionChars} characters.`);
  }
  return { text, before };
}

/** Search results for a question on pages that this visitor may see, in the words that this visitor may see. */
async function visiblePassages(
  queries: Queries,
  served: ServedContent,
  { text, before }: Question,
): Promise<Passage[]> {
  const isChat = served.site.customization.ai.mode === "assistant";
  const { seenSections: see } = await SpaceReader.open(queries, served);
  return findPassages(queries, { spaces: [served.space], question: text, before: isChat ? before : [], see });
}

/** The model's answer from the passages. */
interface ModelAnswer {
  readonly document: RichDocument;
  readonly followUps: readonly string[];
  /** The sources of the answer: pages with the anchors of their sections. */
  readonly sources: readonly { readonly page: string; readonly sections: readonly Passage[] }[];
}

/** Undefined if the passages do not answer the question. */
async function askModel(
  request: Request,
  { text, before }: Question,
  passages: readonly Passage[],
  { database, model, now, contextFor, closing, log, open }: QuestionOptions,
): Promise<ModelAnswer | "failed" | undefined | Response> {
  const { origin } = new URL(request.url);
  const site = await database.read(async (queries) => (await open(queries))?.found.site);
  if (site === undefined) return undefined;
  const seconds = await database.write((queries) => takeQuestion(queries, { asker: site.id, ...allowed }, now()));
  if (seconds !== undefined) return tooSoon({ seconds, limit: allowed.max });
  const write = <Result>(work: (context: Context) => Promise<Result>) =>
    database.write(async (queries) => {
      const context = await organizationContext(queries, { organization: site.organization, origin }, contextFor);
      if (context === undefined) throw new Error(`Organization ${site.organization} has no member`);
      return work(context);
    });
  const { answerQuestion } = await loadAnswers();
  try {
    const { answer, followupQuestions, sources } = await answerQuestion(
      model,
      { question: text, before: [...before], format: "document" },
      passages,
      { signal: AbortSignal.any([request.signal, closing]), write },
    );
    if (answer?.document === undefined) return undefined;
    return {
      // The contract leaves block types open, while the text layer lists them.
      document: answer.document as object as RichDocument,
      followUps: followupQuestions,
      sources: sources.flatMap((source) => {
        if (source.type !== "page") return [];
        const used = new Set(source.sections);
        const sections = passages.filter(({ page, anchor }) => used.has(`${page}#${anchor}`));
        return [{ page: source.page, sections }];
      }),
    };
  } catch (error) {
    // Readers get the search results; what is wrong with the model is for the operator.
    if (!(error instanceof ModelProblem)) throw error;
    log(`A reader's question on site ${site.id} got no answer. ${error.message}`);
    return "failed";
  }
}

async function presentAnswer(
  reader: SpaceReader,
  { document, followUps, sources }: ModelAnswer,
): Promise<AnswerView["answer"]> {
  const { basePath } = reader.served;
  // An answer contains no references other than full addresses.
  const resolve = (reference: { readonly kind: string; readonly url?: string }) =>
    reference.url === undefined ? undefined : { href: reference.url };
  const draw = await drawerFor(document, { resolve, basePath });
  return {
    text: draw(document.nodes),
    followUps,
    sources: sources.flatMap(({ page, sections }): SourceView[] => {
      const node = reader.order.find(page);
      const href = node && reader.findHref(node);
      if (node === undefined || href === undefined) return [];
      const anchors = new Map(sections.filter(({ anchor }) => anchor !== "").map((one) => [one.anchor, one.title]));
      return [
        {
          title: node.page.title,
          href,
          sections: [...anchors].map(([anchor, title]) => ({ title, href: `${href}#${anchor}` })),
        },
      ];
    }),
  };
}
