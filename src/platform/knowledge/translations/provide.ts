import type { RichDocument } from "../../../markdown/document/model.ts";
import type { Segment } from "../../../markdown/translation/segments.ts";
import type { Context } from "../../kernel/context.ts";
import type { RunningJob } from "../../kernel/jobs/job-kind.ts";
import { addSpending, type DayLimit, endOfDay, getDay, leftToday, momentWords } from "../../kernel/spending-rows.ts";
import { type Plan, requireRun } from "./plan.ts";
import {
  type Item,
  type Order,
  type Provider,
  ServiceProblem,
  type TranslationResult,
  type TranslationSettings,
} from "./providers/provider.ts";
import { chargeCharacters, chargedCharacters } from "./rows.ts";
import { storeTranslations, taskProblem } from "./take.ts";
import { countRefused, listTasks, setProblem, type TaskRow } from "./work-rows.ts";

/** Consecutive requests without a usable result before the provider is no longer called. */
const maxBarrenRequests = 6;

/**
 * Has a provider translate what a run is missing, in page order. Each request is stored in its own transaction, so that
 * paid work is never lost. Returns why something is left; undefined if nothing is.
 */
export async function provide(
  plan: Plan,
  waiting: number,
  provider: Provider,
  settings: Pick<TranslationSettings, "characters" | "charactersPerDay">,
  job: RunningJob,
): Promise<string | undefined> {
  const dispatcher = new OrderDispatcher(plan, waiting, provider, settings, job);
  try {
    const refusal = await provider.refusal(dispatcher.languages, job.signal);
    if (refusal !== undefined) return `${refusal} Nothing was sent.`;
    await dispatcher.work();
    return await dispatcher.refused();
  } catch (error) {
    if (error instanceof ServiceProblem) return error.message;
    throw error;
  }
}

/** Characters that may still be sent. */
interface RemainingChars {
  readonly run: number;
  readonly day: number;
}

interface Work {
  readonly task: TaskRow;
  readonly item: Item;
}

class OrderDispatcher {
  readonly languages: Pick<Order, "from" | "to">;
  readonly #plan: Plan;
  readonly #waiting: number;
  readonly #provider: Provider;
  /** Characters of the run; 0 for no limit. */
  readonly #limit: number;
  readonly #day: DayLimit;
  readonly #job: RunningJob;
  #instructions: Promise<string> | undefined;
  /** Texts per request; reduced when the service finds a request too large. */
  #size: number;
  #barren = 0;
  #done = 0;

  constructor(
    plan: Plan,
    waiting: number,
    provider: Provider,
    settings: Parameters<typeof provide>[3],
    job: RunningJob,
  ) {
    this.#plan = plan;
    this.#waiting = waiting;
    this.#provider = provider;
    this.#limit = settings.characters;
    this.#day = { what: "translation-characters", max: settings.charactersPerDay ?? 0 };
    this.#job = job;
    this.#size = provider.texts;
    this.languages = { from: plan.row.source_language, to: plan.row.language };
  }

  async work(): Promise<void> {
    this.#report();
    for (let position = 0; ; ) {
      const { tasks, remaining } = await this.#job.read(async (context) => ({
        tasks: await listTasks(context.queries, this.#plan.row.id, position, this.#size),
        remaining: await this.#readRemaining(context),
      }));
      const maxChars = Math.min(this.#provider.characters, remaining.run, remaining.day);
      const batch = withinCharacters(tasks.map(readTask), maxChars);
      const last = batch.at(-1);
      if (last === undefined) return;
      position = last.task.position;
      const fresh = batch.filter(({ task }) => task.problem === null);
      const sent = fresh.filter(({ item }) => item.segment.text.length <= maxTextLength);
      for (const { task } of fresh.filter((work) => !sent.includes(work))) await this.#refuse(task, tooLong);
      if (sent.length > 0) await this.#translate(sent);
    }
  }

  /** Segments that the provider failed to translate stay in the run's work, with the reason. */
  async refused(): Promise<string | undefined> {
    const count = await this.#job.read(({ queries }) => countRefused(queries, this.#plan.row.id));
    if (count === 0) return undefined;
    return `${this.#provider.name} returned no usable translation of ${count === 1 ? "one segment" : `${count} segments`}; the segments show what was wrong.`;
  }

  async #translate(batch: readonly Work[]): Promise<void> {
    for (const { work, problem } of await this.#order(batch)) {
      const again: Work = { task: work.task, item: { ...work.item, problem } };
      for (const { problem: still } of await this.#order([again])) {
        await this.#refuse(work.task, `${this.#provider.name}: ${still}`);
      }
    }
  }

  #refuse({ key }: TaskRow, problem: string): Promise<void> {
    return this.#job.step(({ queries }) => setProblem(queries, this.#plan.row.id, key, problem));
  }

  /** Stores the usable answers to one request, and returns the rest with their problems. */
  async #order(batch: readonly Work[]): Promise<{ work: Work; problem: string }[]> {
    const results = await this.#request(batch);
    if (results === "too much") {
      const [only, ...more] = batch;
      if (only !== undefined && more.length === 0)
        return [{ work: only, problem: "the service returns nothing usable for it" }];
      this.#size = Math.max(1, Math.floor(batch.length / 2));
      const halves = [batch.slice(0, this.#size), batch.slice(this.#size)];
      return [...(await this.#order(halves[0] ?? [])), ...(await this.#order(halves[1] ?? []))];
    }
    const taken = new Map<string, string>();
    const refused: { work: Work; problem: string }[] = [];
    for (const [index, work] of batch.entries()) {
      const result = results[index] ?? { problem: "the response lacks it" };
      const text = "text" in result ? withSurroundingSpaces(work.item.segment.text, result.text) : "";
      const problem = "problem" in result ? result.problem : this.#findProblem(work, text);
      if (problem === undefined) taken.set(work.task.key, text);
      else refused.push({ work, problem });
    }
    this.#note(taken.size > 0, refused[0]?.problem ?? "");
    if (taken.size > 0) {
      const tasks = new Map(batch.map(({ task }) => [task.key, task]));
      await this.#job.step((context) => storeTranslations(context, this.#plan.row, taken, tasks, this.#provider.name));
    }
    this.#done += taken.size;
    this.#report();
    return refused;
  }

  #report(): void {
    this.#job.progress(this.#done, this.#waiting, `Translating with ${this.#provider.name}`);
  }

  async #request(batch: readonly Work[]): Promise<readonly TranslationResult[] | "too much"> {
    const takeBack = await this.#charge(batch);
    const items = batch.map(({ item }) => item);
    this.#instructions ??= toMarkdown(this.#plan.row.instructions);
    const order: Order = { ...this.languages, instructions: await this.#instructions, items };
    try {
      return await this.#provider.translate(order, this.#job.signal);
    } catch (error) {
      if (!(error instanceof ServiceProblem)) throw error;
      if (error.unpaid) await takeBack();
      if (!error.splittable) throw error;
      this.#note(false, error.message);
      return "too much";
    }
  }

  /**
   * Counts characters before they are sent, so that a process that dies cannot cause them to be sent twice uncounted.
   * Returns a function that undoes this.
   */
  async #charge(batch: readonly Work[]): Promise<() => Promise<void>> {
    const characters = batch.reduce((sum, work) => sum + countChars(work), 0);
    const count = async (context: Context, day: string, sign: 1 | -1) => {
      const { id, runs } = this.#plan.row;
      const share = { translation: id, run: runs, maker: this.#provider.name, characters: sign * characters };
      await chargeCharacters(context.queries, share);
      await addSpending(context.queries, this.#day.what, day, sign * characters);
    };
    const day = await this.#job.step(async (context) => {
      await requireRun(context, this.#plan.row);
      this.#requireRemaining(characters, await this.#readRemaining(context), context.now);
      await count(context, getDay(context.now), 1);
      return getDay(context.now);
    });
    return () => this.#job.step((context) => count(context, day, -1));
  }

  #requireRemaining(characters: number, remaining: RemainingChars, now: string): void {
    if (characters > remaining.run) {
      throw new ServiceProblem(
        `The run has sent ${this.#limit - remaining.run} of the ${this.#limit} characters that --translation-characters allows, and the next text is longer than what is left.`,
      );
    }
    if (this.#day.max > 0 && characters > this.#day.max) {
      throw new ServiceProblem(
        `The next text has ${characters} characters, and --translation-characters-per-day allows ${this.#day.max} in a whole day. Provide the rest, or have the limit raised.`,
      );
    }
    if (characters > remaining.day) {
      throw new ServiceProblem(
        `${this.#day.max - remaining.day} of the ${this.#day.max} characters that --translation-characters-per-day allows were sent today, and the next text is longer than what is left. Run it again from ${momentWords(endOfDay(now))} on, or provide the rest.`,
      );
    }
  }

  async #readRemaining(context: Context): Promise<RemainingChars> {
    const { id, runs } = this.#plan.row;
    const sent = this.#limit === 0 ? 0 : await chargedCharacters(context.queries, id, runs);
    return {
      run: this.#limit === 0 ? Number.POSITIVE_INFINITY : this.#limit - sent,
      day: await leftToday(context, this.#day),
    };
  }

  #findProblem({ task, item }: Work, text: string): string | undefined {
    return taskProblem(task, text) ?? machineProblem(item.segment, text, this.languages.to);
  }

  #note(fruitful: boolean, problem: string): void {
    this.#barren = fruitful ? 0 : this.#barren + 1;
    if (this.#barren < maxBarrenRequests) return;
    throw new ServiceProblem(
      `${this.#provider.name} returned nothing usable ${maxBarrenRequests} times in a row. The last problem: ${problem}`,
    );
  }
}

function readTask(task: TaskRow): Work {
  const segment = JSON.parse(task.segment) as Segment;
  const terms = JSON.parse(task.terms) as Record<string, string>;
  return { task, item: { key: task.key, segment, terms, title: task.title } };
}

/** UTF-16 units of a text that is sent. No service accepts longer ones, and processing one already takes long. */
const maxTextLength = 100_000;

const tooLong = `it was not sent: it is longer than ${maxTextLength.toLocaleString("en")} characters. Split the paragraph, or give its translation`;

/** Counted the way services do. */
function countChars({ item }: Work): number {
  let count = 0;
  for (const _ of item.segment.text) count += 1;
  return count;
}

/** The first texts with no more characters than that in total, but at least one. */
function withinCharacters(works: readonly Work[], maxChars: number): readonly Work[] {
  let characters = 0;
  const end = works.findIndex((work, index) => {
    characters += countChars(work);
    return index > 0 && characters > maxChars;
  });
  return end < 0 ? works : works.slice(0, end);
}

/** Gives a translation the same surrounding spaces as its text. */
function withSurroundingSpaces(text: string, translation: string): string {
  const start = text.slice(0, text.length - text.trimStart().length);
  const end = text.slice(text.trimEnd().length);
  const words = translation.trim();
  return words === "" ? "" : start + words + end;
}

async function toMarkdown(instructions: string): Promise<string> {
  const document = JSON.parse(instructions) as RichDocument;
  if (document.nodes.length === 0) return "";
  const { markdownFromDocument } = await import("../../../markdown/document/printing/to-markdown.ts");
  return markdownFromDocument(document).trim();
}

/** Languages with their own script: a sentence without a single letter of it is in another language. */
const scripts: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries(["ru", "uk", "bg"].map((code) => [code, /\p{Script=Cyrillic}/u])),
  ...Object.fromEntries(["zh", "zh-tw", "yue"].map((code) => [code, /\p{Script=Han}/u])),
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u,
  ko: /\p{Script=Hangul}/u,
  ar: /\p{Script=Arabic}/u,
  he: /\p{Script=Hebrew}/u,
  el: /\p{Script=Greek}/u,
  hi: /\p{Script=Devanagari}/u,
  th: /\p{Script=Thai}/u,
};

/** Shorter texts may be names, which stay as they are. */
const aSentence = 60;

/** No language needs fewer than a tenth of the letters that another does. */
const minLengthRatio = 0.1;

/** Checks beyond those for every translation, which detect useless machine output; undefined if none fails. */
function machineProblem({ text }: Pick<Segment, "text">, translation: string, language: string): string | undefined {
  const sourceLetters = extractLetters(text);
  const translatedLetters = extractLetters(translation);
  if (sourceLetters.length < aSentence) return translatedLetters.length === 0 ? "it contains no words" : undefined;
  if (translatedLetters.length < sourceLetters.length * minLengthRatio)
    return "it is far shorter than what it translates";
  const script = scripts[language];
  return script === undefined || script.test(translatedLetters) ? undefined : `it is not in the language ${language}`;
}

const extractLetters = (text: string) =>
  text
    .replace(/⟦\d{1,4}⟧/g, "")
    .match(/\p{L}/gu)
    ?.join("") ?? "";
