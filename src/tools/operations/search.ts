import { stemmer } from "stemmer";
import type { z } from "zod";
import { type ContractEntry, listOperations } from "../../contract/index.ts";
import type { Effect } from "../../contract/operation.ts";
import { functionWords } from "../../markdown/text/words.ts";
import { inputSchema } from "../input-schema.ts";
import { wordsOfId } from "../operation-names.ts";
import { argumentFields } from "./arguments.ts";

/** Words of a task that are used. */
const maxTaskWords = 50;

/** How much a word counts by where an operation has it. */
const weight = {
  object: 3,
  scope: 2,
  noun: 2,
  summary: 2,
  verb: 1,
  description: 1,
  argument: 1,
  value: 0.8,
  answer: 0.5,
};

/** How much a word counts that people use for one of the operation's words. */
const synonymStrength = 0.8;

/** What remains of a score if the task names another effect, and if it names none and this operation makes changes. */
const otherEffect = 0.55;

const unrequestedChange = 0.85;

/** What each unrequested word of the operation's name costs. */
const unrequestedObject = 0.9;

const unrequestedScope = 0.25;

interface IndexedOperation {
  readonly entry: ContractEntry;
  /** Its own effect, and the one that its verb suggests. */
  readonly effects: readonly Effect[];
  /** Weight of each stem: names weigh more than descriptions. */
  readonly weights: ReadonlyMap<string, number>;
  /** Stems of the id that say what it is about, including its verb unless every operation of the effect has it. */
  readonly object: readonly string[];
  /** Stems of the id that say where. */
  readonly scope: readonly string[];
}

interface Index {
  readonly operations: readonly IndexedOperation[];
  /** Rare stems count more: logarithm of the number of operations per operation with the stem. */
  readonly rarity: ReadonlyMap<string, number>;
}

let index: Index | undefined;

/** The operations that fit the words of a task best, best first. */
export function searchOperations(task: string, limit: number): ContractEntry[] {
  index ??= buildIndex(listOperations());
  const { operations, rarity } = index;
  const words = toTaskWords(task);
  const requested = words.filter((word) => !stopWords.has(word)).map(listMeanings);
  const effectsMeant = findEffects(words);
  const scored = operations
    .map((operation) => ({
      entry: operation.entry,
      score: computeScore(operation, requested, rarity) * computeFit(operation.effects, effectsMeant),
    }))
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score);
  const minScore = (scored[0]?.score ?? 0) / 3;
  return scored
    .filter(({ score }) => score >= minScore)
    .slice(0, limit)
    .map(({ entry }) => entry);
}

/** A word of the task with the stems it may stand for, and the weight of each. */
type Meanings = ReadonlyMap<string, number>;

function listMeanings(word: string): Meanings {
  const stem = stemmer(word);
  const others = stemmedSynonyms.get(stem) ?? [];
  return new Map([...others.map((other) => [other, synonymStrength] as const), [stem, 1]]);
}

function computeScore(
  { weights, object, scope }: IndexedOperation,
  requested: readonly Meanings[],
  rarity: ReadonlyMap<string, number>,
): number {
  const getRarity = (stem: string) => rarity.get(stem) ?? 0;
  let score = 0;
  const found = new Set<string>();
  for (const meanings of requested) {
    let best = 0;
    for (const [stem, strength] of meanings) {
      const worth = (weights.get(stem) ?? 0) * strength * getRarity(stem);
      if (worth > 0) found.add(stem);
      best = Math.max(best, worth);
    }
    score += best;
  }
  if (score === 0) return 0;
  const cost = (stems: readonly string[], each: number) =>
    stems.reduce((sum, stem) => sum + (isRequested(stem, found) ? 0 : getRarity(stem) * each), 0);
  // A small part always remains, so that the best of poor matches is still returned.
  return Math.max(score / 10, score - cost(object, unrequestedObject) - cost(scope, unrequestedScope));
}

function isRequested(stem: string, found: ReadonlySet<string>): boolean {
  return found.has(stem) || (partsOfStem.get(stem)?.every((part) => found.has(part)) ?? false);
}

function computeFit(effects: readonly Effect[], meant: ReadonlySet<Effect>): number {
  if (meant.size === 0) return effects.includes("read") ? 1 : unrequestedChange;
  return effects.some((effect) => meant.has(effect)) ? 1 : otherEffect;
}

/** The effects that the task's words suggest; none without such a word. The first word decides if it suggests one. */
function findEffects(words: readonly string[]): ReadonlySet<Effect> {
  const [first, ...others] = words.map((word) => effectsOfWord.get(word) ?? effectsOfWord.get(toVerbStem(word)) ?? []);
  return new Set(first === undefined || first.length > 0 ? first : others.flat());
}

function buildIndex(entries: readonly ContractEntry[]): Index {
  const operations = entries.map(indexed);
  const counts = new Map<string, number>();
  for (const { weights } of operations) {
    for (const stem of weights.keys()) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  }
  const rarity = new Map([...counts].map(([stem, count]) => [stem, Math.log(1 + entries.length / count)]));
  return { operations, rarity };
}

function indexed(entry: ContractEntry): IndexedOperation {
  const { group, operation } = entry;
  const { verb, object, scope } = partsOfId(operation.id);
  const plainEffect = plainVerbs.get(verb);
  const weights = new Map<string, number>();
  const add = (words: readonly string[], worth: number) => {
    for (const stem of toStems(words)) weights.set(stem, Math.max(weights.get(stem) ?? 0, worth));
  };
  add(object, weight.object);
  // The words of what counts as one word, such as a site's space.
  add(wordsOfId(operation.id).slice(1), weight.scope);
  add(scope, weight.scope);
  add(toWords(group), weight.noun);
  const [verbs, others] = partition(toWords(operation.summary), (word) => effectsOfWord.has(word));
  add(verbs, weight.verb);
  add(others, weight.summary);
  add(toWords(operation.description ?? ""), weight.description);
  for (const [name, member] of Object.entries(inputSchema(argumentFields(operation)).properties)) {
    if (Object.hasOwn(operation.params, name) || name === "page" || name === "limit") continue;
    add(toWords(name), weight.argument);
    add(toWords(JSON.stringify(member.enum ?? "")), weight.value);
    add(toWords(typeof member.description === "string" ? member.description : ""), weight.value);
  }
  add(listResultMembers(operation.returns).flatMap(toWords), weight.answer);
  const effects = plainEffect === undefined ? [operation.effect] : [operation.effect, plainEffect];
  return { entry, effects, weights, object: [...toStems(object)], scope: [...toStems(scope)] };
}

/** Names of the members of an operation's result, or of an item for a list. */
function listResultMembers(returns: z.ZodType | null): string[] {
  const { shape, element } = (returns ?? {}) as { shape?: Readonly<Record<string, z.ZodType>>; element?: z.ZodType };
  if (element !== undefined) return listResultMembers(element);
  if (shape === undefined) return [];
  return shape.items === undefined ? Object.keys(shape) : listResultMembers(shape.items);
}

const prepositions = new Set(["in", "for", "from", "to", "of", "by", "on", "with", "as"]);

/** Verbs of ids that only state an effect. */
const plainVerbs: ReadonlyMap<string, Effect> = new Map([
  ["get", "read"],
  ["list", "read"],
  ["create", "create"],
  ["add", "create"],
  ["post", "create"],
  ["update", "update"],
  ["set", "update"],
  ["delete", "delete"],
  ["remove", "delete"],
  ["run", "run"],
  ["start", "run"],
]);

/** What an id does, to what, and where: its verb, and the words before and after its first preposition. */
function partsOfId(id: string) {
  const [verb = "", ...words] = toWords(id.replace(/^([a-z]+)Or[A-Z][a-z]+/, "$1"));
  const at = words.findIndex((word) => prepositions.has(word));
  const split = at < 0 ? words.length : at;
  const named = plainVerbs.has(verb) ? [] : [verb];
  const scope = words.slice(split).filter((word) => !prepositions.has(word) && word !== "id");
  return { verb, object: [...named, ...words.slice(0, split)], scope };
}

/** Words that say nothing about a task. */
const stopWords = new Set([...functionWords, ..."he her him id just no not off one out she whole".split(" ")]);

const toTaskWords = (task: string) => toWords(task.slice(0, 2000)).slice(0, maxTaskWords);

/** Lower-case words, with terms of several words as one. */
function toWords(text: string): string[] {
  const spaced = text
    .split(/[^\p{L}\p{N}'-]+/u)
    .flatMap((word) => (/[a-z][A-Z]/.test(word) ? wordsOfId(word) : word.toLowerCase()))
    .join(" ");
  const joined = phrases.reduce((whole, [pattern, meaning]) => whole.replace(pattern, meaning), spaced);
  return joined.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
}

function partition<Value>(all: readonly Value[], fits: (value: Value) => boolean): [Value[], Value[]] {
  return [all.filter(fits), all.filter((value) => !fits(value))];
}

function toStems(all: readonly string[]): Set<string> {
  return new Set(all.filter((word) => !stopWords.has(word)).map(stemmer));
}

/** Terms of several words, which also match tasks with all of their parts. */
const compounds: Readonly<Record<string, string>> = {
  sitespace: "site space",
  sectiongroup: "section group",
  sharelink: "share link",
  invitelink: "invite link",
};

const partsOfStem: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(compounds).map(([word, parts]) => [stemmer(word), parts.split(" ").map(stemmer)]),
);

/** For each word that operations use: what people say instead. */
const colloquialWords: Readonly<Record<string, string>> = {
  // Things
  space: "handbook manual guide wiki book knowledgebase",
  collection: "folder directory group",
  pages: "article chapter toc tree",
  page: "article chapter",
  content: "text word documentation doc docs download",
  file: "image picture attachment asset media screenshot diagram video",
  reusable: "snippet block partial fragment include",
  revision: "version history older previous earlier past snapshot",
  versions: "history",
  backlinks: "reference used usage",
  broken: "dead",
  url: "address permalink link",
  pdf: "download print printable printed",
  ask: "answer question",
  changerequest: "draft branch proposal suggestion",
  changes: "diff difference",
  review: "approve approval reject verdict",
  reviewers: "approver",
  contributors: "author worked wrote writer",
  comment: "thread discussion feedback note annotation remark",
  reply: "answer response respond",
  reactions: "reaction thumbs emoji like",
  git: "repo repository github gitlab bitbucket commit sync connect push",
  openapi: "swagger spec specification yaml parse endpoint",
  spec: "swagger specification yaml parse",
  conversation: "ticket chat support transcript message zendesk intercom",
  issue: "problem complaint complain trouble pain",
  clusters: "topic complaint complain problem frequent common trend most",
  translation: "language translator localization localize translate",
  glossary: "term vocabulary terminology wording untranslated product",
  site: "website portal web",
  structure: "navigation menu sidebar tree hierarchy",
  section: "tab navigation menu sidebar",
  sectiongroup: "dropdown group",
  sitespace: "variant",
  customization: "theme look logo color colour branding brand font favicon header footer style appearance",
  redirects: "forward",
  auth: "login authentication",
  visibility: "login private public visible hidden audience",
  adaptive: "personalize personalized claims",
  organization: "company org workspace account anywhere across",
  members: "everybody everyone people employee user",
  member: "user person somebody someone colleague teammate employee admin administrator",
  user: "person people somebody someone colleague guest member",
  team: "group",
  invite: "invitation give grant share email",
  role: "admin administrator permission editor",
  permissions: "access right allowed",
  permission: "role access right",
  saml: "okta entra certificate idp",
  instructions: "rule guideline",
  integration: "plugin app connector extension addon slack marketplace",
  events: "log logged error webhook failed",
  error: "fail failed failure",
  development: "dev laptop local tunnel",
  configuration: "setting option preference",
  // Actions
  duplicate: "copy clone fork",
  restore: "undelete recover undo",
  move: "put nest relocate",
  transfer: "give",
  sort: "reorder rearrange order",
  cancel: "stop abort halt interrupt",
  import: "load migrate crawl",
  ingest: "import load",
  export: "push backup",
  publish: "release launch deploy",
  unpublish: "offline withdraw",
  install: "connect activate",
  uninstall: "disconnect",
  merge: "land",
  submit: "approve reject",
  request: "assign ask",
  join: "accept enter",
  bulk: "many multiple several batch mass once",
  run: "rerun again retry redo progress",
  active: "deactivate activate rotate",
  override: "custom own separate",
  create: "make upload register",
  get: "progress",
  list: "past",
};

/** What people say, each with the words that operations use for it. */
const synonyms: ReadonlyMap<string, readonly string[]> = invert(colloquialWords);

const stemmedSynonyms = synonymsByStem();

function synonymsByStem(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const [word, others] of synonyms) {
    const stem = stemmer(word);
    found.set(stem, [...(found.get(stem) ?? []), ...others.map(stemmer)]);
  }
  return found;
}

/** What people say when they want an effect. */
const effectWords: Readonly<Record<Effect, string>> = {
  read: "get read list show find fetch view see look check browse search details which what who where why how when is are has have does did can all download past diff status export",
  create:
    "create add make new insert post invite submit open upload write reply comment request set ingest give connect install duplicate copy leave start group register send import",
  update:
    "update change edit set rename modify move lock unlock pull bring archive close resolve reopen hide mute unmute approve reorder sort replace restore add make put transfer fix let allow activate deactivate rotate customize revoke switch mark turn disable enable demote promote restrict keep accept join refresh",
  delete:
    "delete remove drop revoke withdraw detach unlink discard erase kick uninstall unpublish stop take cancel disable clear",
  run: "run start merge publish trigger import sync generate translate send release push export ask cancel stop again unpublish install launch deploy",
};

/** By the word and by its stem, which the forms of a verb share. */
const effectsOfWord: ReadonlyMap<string, readonly Effect[]> = effectsByWord();

function effectsByWord(): Map<string, Effect[]> {
  const found = new Map<string, Effect[]>();
  for (const [effect, words] of Object.entries(effectWords) as [Effect, string][]) {
    const forms = new Set(words.split(" ").flatMap((word) => [word, stemmer(word)]));
    for (const form of forms) found.set(form, [...(found.get(form) ?? []), effect]);
  }
  return found;
}

/** The stem of a possible verb form; words in -s are usually nouns, and words in -ed describe a state. */
const toVerbStem = (word: string) => (/(s|ed)$/.test(word) ? word : stemmer(word));

/** Phrases and the words that operations use for them, tried in this order. */
const phrases: readonly (readonly [RegExp, string])[] = [
  [/\b(change|merge|pull) requests?\b/g, "changerequest"],
  [/\b(share|sharing|secret) links?\b/g, "sharelink"],
  [/\b((invite|invitation) links?|link invites?)\b/g, "invitelink"],
  [/\bopen ?api\b/g, "openapi"],
  [/\b(api|openapi|rest) (spec\w*|definitions?|descriptions?|documents?|files?)\b/g, "openapi spec"],
  [/\b(single sign[- ]?on|sso|identity providers?)\b/g, "sso saml"],
  [/\btables? of contents?\b/g, "pages"],
  [/\b(house|style) (rules|style|guide)\b/g, "agent instructions"],
  [/\bsite ?spaces?\b/g, "sitespace"],
  [/\bsection ?groups?\b/g, "sectiongroup"],
  [/\be-?mails?\b/g, "email"],
  [/\bwho ?am ?i\b/g, "get authenticated user"],
  [/\b(bring|get|roll)(ing)? (it |them )?back\b/g, "restore"],
  [/\bhand(s|ed|ing)? over\b/g, "transfer"],
  [/\b(get rid of|throw away|take off|kick out)\b/g, "remove"],
  [/\b(turn|switch) off\b/g, "disable"],
  [/\b(turn|switch) on\b/g, "enable"],
  [/\b(take|taken|go) (it )?(down|offline)\b/g, "unpublish"],
  [/\b(go|put|goes) (it )?(live|online)\b/g, "publish"],
  [/\bset(ting)? up\b/g, "create"],
  [/\blook(ing)? up\b/g, "get"],
  [/\bup to date\b/g, "update"],
  [/\b(sign|log|logged|signed) (in|on)\b/g, "login"],
  [/\b(sign|log|logged|signed) (out|off)\b/g, "logout"],
  [/\b(make|put) (the|this|my|our|it|her|him|them|these)\b/g, "change"],
  [/\bcustomers?\b/g, "reader"],
  [/\bwho (can|may|has|is allowed)\b/g, "list permissions users"],
  [/\bwho (is|are) (in|on)\b/g, "list members"],
  [/\b(let|allow) (him|her|them|somebody|someone|users?|people)\b/g, "change user permission"],
  [/\b(links?|linking|refers?|points?) (here|to (this|it|the|a))\b/g, "backlinks"],
];

function invert(words: Readonly<Record<string, string>>): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [word, others] of Object.entries(words)) {
    for (const other of others.split(" ")) found.set(other, [...(found.get(other) ?? []), word]);
  }
  return found;
}
