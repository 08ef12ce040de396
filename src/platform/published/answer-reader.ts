import type { RateLimited } from "../../contract/rate-limit.ts";
import type { RichDocument } from "../../markdown/document/model.ts";
import {
  type AnswerView,
  drawerFor,
  fontOrigins,
  frameIcons,
  longestQuestion,
  mostBefore,
  renderAnswer,
  type SourceView,
} from "../../site/index.ts";
import type { Context } from "../kernel/context.ts";
import type { Database } from "../kernel/database/database.ts";
import type { Queries } from "../kernel/database/tables.ts";
import { ModelProblem, type ModelSettings } from "../language-model/index.ts";
import { findPassages, loadAnswers, type Passage, takeQuestion } from "../search/index.ts";
import type { Place } from "../sites/index.ts";
import { findPages } from "./answer-place.ts";
import { loadIcons } from "./icons.ts";
import { organizationContext, type ReaderContext, readForm, refused, tooSoon } from "./reader-form.ts";
import type { ReaderPlace } from "./reader-place.ts";
import { pack, respond } from "./rendered.ts";
import { SpaceReader } from "./space-reader.ts";

/** For all readers of one site together: the operator pays, and readers are not distinguished. */
const allowed = { most: 1_000, period: 24 * 60 * 60_000 };

/** Pages listed if there is no answer. */
const mostFound = 8;

interface Asking {
  readonly database: Database;
  readonly model: ModelSettings;
  /** ISO 8601. */
  now(): string;
  readonly contextFor: ReaderContext;
  readonly closing: AbortSignal;
  log(line: string): void;
  /** When the next question from this address is accepted, if this one came too soon. */
  countForm(): RateLimited | undefined;
  /** The place of the reader; undefined if questions are not accepted there. */
  open(queries: Queries): Promise<Opened | undefined>;
}

interface Opened {
  readonly found: Place;
  readonly place: ReaderPlace;
}

/** Answers a question that a reader sent with a form; undefined if questions are not accepted. */
export async function answerReader(request: Request, asking: Asking): Promise<Response | undefined> {
  const { database } = asking;
  if ((await database.read(asking.open)) === undefined) return undefined;
  const wait = asking.countForm();
  if (wait !== undefined) return tooSoon(wait);
  const question = await readQuestion(request);
  if (question instanceof Response) return question;
  const passages = await database.read(async (queries) => {
    const opened = await asking.open(queries);
    return opened && visiblePassages(queries, opened.place, question);
  });
  if (passages === undefined) return undefined;
  const answered = passages.length === 0 ? undefined : await askModel(request, question, passages, asking);
  if (answered instanceof Response) return answered;
  // The model takes long: the page shows what the reader may see by then.
  const page = await database.read(async (queries) => {
    const opened = await asking.open(queries);
    if (opened === undefined) return undefined;
    const reader = await SpaceReader.open(queries, opened.place);
    const areVisible = passages.every(({ page }) => reader.order.find(page) !== undefined);
    const outcome = areVisible ? answered : "failed";
    const told = typeof outcome === "object" ? await presentTold(reader, outcome) : (outcome ?? "unknown");
    const found = typeof told === "string" ? await findPages(queries, reader, question.text, mostFound) : [];
    return { site: reader.site(), view: { question: question.text, before: question.before, told, found } };
  });
  if (page === undefined) return undefined;
  const { site, view } = page;
  const text = renderAnswer(site, view, await frameIcons(site, loadIcons));
  const status = view.told === "failed" ? 503 : 200;
  const fontsFrom = fontOrigins(site.customization);
  return respond(request, await pack({ status, type: "text/html; charset=utf-8", text, fontsFrom }), "visitor");
}

interface Question {
  readonly text: string;
  readonly before: readonly string[];
}

async function readQuestion(request: Request): Promise<Question | Response> {
  const form = await readForm(request, { what: "Questions", mostMegabytes: 0.02 });
  if (form instanceof Response) return form;
  const text = form.get("question")?.replace(/\s+/g, " ").trim() ?? "";
  const before = form.getAll("before").slice(-mostBefore);
  if (text === "") return refused(400, "question: is empty.");
  if (text.length > longestQuestion) return refused(400, `question: may have ${longestQuestion} characters.`);
  if (before.some((asked) => asked.length > longestQuestion)) {
    return refused(400, `before: each question may have ${longestQuestion} characters.`);
  }
  return { text, before };
}

/** Search results for a question on pages that this visitor may see, in the words that this visitor may see. */
async function visiblePassages(queries: Queries, place: ReaderPlace, { text, before }: Question): Promise<Passage[]> {
  const isChat = place.site.customization.ai.mode === "assistant";
  const { seenSections: see } = await SpaceReader.open(queries, place);
  return findPassages(queries, { spaces: [place.space], question: text, before: isChat ? before : [], see });
}

/** The model's answer from the passages. */
interface Told {
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
  { database, model, now, contextFor, closing, log, open }: Asking,
): Promise<Told | "failed" | undefined | Response> {
  const { origin } = new URL(request.url);
  const site = await database.read(async (queries) => (await open(queries))?.found.site);
  if (site === undefined) return undefined;
  const seconds = await database.write((queries) => takeQuestion(queries, { asker: site.id, ...allowed }, now()));
  if (seconds !== undefined) return tooSoon({ seconds, limit: allowed.most });
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

async function presentTold(reader: SpaceReader, { document, followUps, sources }: Told): Promise<AnswerView["told"]> {
  const { basePath } = reader.place;
  // An answer contains no references other than full addresses.
  const resolve = (reference: { readonly kind: string; readonly url?: string }) =>
    reference.url === undefined ? undefined : { href: reference.url };
  const draw = await drawerFor(document, { resolve, basePath });
  return {
    text: draw(document.nodes),
    followUps,
    sources: sources.flatMap(({ page, sections }): SourceView[] => {
      const placed = reader.order.find(page);
      const href = placed && reader.hrefOf(placed);
      if (placed === undefined || href === undefined) return [];
      const anchors = new Map(sections.filter(({ anchor }) => anchor !== "").map((one) => [one.anchor, one.title]));
      return [
        {
          title: placed.page.title,
          href,
          sections: [...anchors].map(([anchor, title]) => ({ title, href: `${href}#${anchor}` })),
        },
      ];
    }),
  };
}
