import { z } from "zod";
import {
  type Item,
  type Languages,
  type Order,
  type Provider,
  ServiceProblem,
  type ServiceSettings,
  type TranslationResult,
} from "./provider.ts";
import { callService, requireOneEach } from "./service-call.ts";
import { readTagged, type TagForm, tagged, unescaped } from "./tagged-text.ts";

const name = "DeepL";

/** The languages in DeepL's documentation, by the contract's codes: as a source and as a target. */
const known: Readonly<Record<string, readonly [source: string, target: string]>> = {
  ...Object.fromEntries(
    "ar bg cs da de el es et fi fr he hu id it ja ko lt lv nl pl ro ru sk sl sv th tr uk vi"
      .split(" ")
      .map((code) => [code, [code.toUpperCase(), code.toUpperCase()]]),
  ),
  en: ["EN", "EN-US"],
  no: ["NB", "NB"],
  pt: ["PT", "PT-PT"],
  "pt-br": ["PT", "PT-BR"],
  zh: ["ZH", "ZH-HANS"],
  "zh-tw": ["ZH", "ZH-HANT"],
};

const toSourceLanguage = (code: string) => known[code]?.[0] ?? code.toUpperCase();

const toTargetLanguage = (code: string) => known[code]?.[1] ?? code.toUpperCase();

/** Bytes of a request; DeepL accepts 128 KiB. */
const maxRequestBytes = 120 * 1024;

const maxContextLength = 4000;

const form: TagForm = { wraps: true, empty: (number) => `<x id="${number}"/>`, keepWord: (word) => `<k>${word}</k>` };

const plainForm: TagForm = { ...form, wraps: false };

const Translated = z.object({ translations: z.array(z.object({ text: z.string() })) });

const Listed = z.array(z.object({ language: z.string() }));

/** Usage of the account, or of the key if it has its own limit. */
const Usage = z.object({
  character_count: z.number(),
  character_limit: z.number(),
  api_key_character_count: z.number().optional(),
  api_key_character_limit: z.number().optional(),
});

/** DeepL's text translation API, version 2. */
export function deepl({ url, key, pause }: ServiceSettings): Provider {
  const base = url?.replace(/(\/v2(\/translate)?)?\/*$/, "") ?? defaultUrl(key);
  const call = (path: string, signal: AbortSignal, body?: object) =>
    callService({
      service: name,
      url: `${base}/v2/${path}`,
      headers: key === undefined ? {} : { Authorization: `DeepL-Auth-Key ${key}` },
      ...(body === undefined ? {} : { body }),
      secret: key,
      pause,
      signal,
    });

  async function takes(type: "source" | "target", code: string, signal: AbortSignal): Promise<boolean> {
    if (known[code] !== undefined) return true;
    const listed = Listed.safeParse(await call(`languages?type=${type}`, signal));
    return listed.success && listed.data.some(({ language }) => language.toLowerCase() === code);
  }

  return {
    name,
    texts: 50,
    characters: 30_000,

    async refusal({ from, to }: Languages, signal) {
      if (!(await takes("source", from, signal))) return `${name} does not translate from ${from}.`;
      if (!(await takes("target", to, signal))) return `${name} does not translate into ${to}.`;
      return undefined;
    },

    async check(signal) {
      const usage = Usage.safeParse(await call("usage", signal));
      if (!usage.success) throw new ServiceProblem(`${name} at ${base} does not report the account's usage.`);
      const { character_count: used, character_limit: limit } = usage.data;
      const { api_key_character_count: usedByKey = 0, api_key_character_limit: keyLimit = limit } = usage.data;
      const usageText =
        usedByKey >= keyLimit
          ? `all of the key's ${keyLimit} characters are used`
          : `${used} of the account's ${limit} characters are used`;
      if (used >= limit || usedByKey >= keyLimit) {
        throw new ServiceProblem(
          `${name} accepts the key, but ${usageText}. Wait for its next period, or change the plan.`,
        );
      }
      return `${name} at ${base} accepts the key; ${usageText}`;
    },

    async translate({ from, to, items }: Order, signal) {
      const text = items.map(({ segment, terms, problem }) =>
        tagged(segment, terms, problem === undefined ? form : plainForm),
      );
      const body = {
        text,
        source_lang: toSourceLanguage(from),
        target_lang: toTargetLanguage(to),
        tag_handling: "xml",
        ignore_tags: ["k"],
        // Tags are inside sentences here and never end one.
        outline_detection: false,
        split_sentences: "nonewlines",
        preserve_formatting: true,
        context: createContext(items),
      };
      if (Buffer.byteLength(JSON.stringify(body)) > maxRequestBytes) {
        throw new ServiceProblem(`${name} does not accept texts that long in one request.`, {
          splittable: true,
          unpaid: true,
        });
      }
      const response = Translated.safeParse(await call("translate", signal, body));
      if (!response.success)
        throw new ServiceProblem(`${name} returned something that is not a translation.`, { splittable: true });
      const { translations } = response.data;
      requireOneEach(name, items, translations);
      return items.map(
        ({ segment }, index): TranslationResult => readTagged(translations[index]?.text ?? "", segment, unescaped),
      );
    },
  };
}

/** Keys of the free plan end in `:fx` and use a separate host. */
const defaultUrl = (key: string | undefined) =>
  key?.endsWith(":fx") === true ? "https://api-free.deepl.com" : "https://api.deepl.com";

/** Context around the texts, which DeepL reads but does not translate. */
function createContext(items: readonly Item[]): string {
  const titles = [...new Set(items.map(({ title }) => title))];
  const texts = items.map(({ segment }) => segment.text.replace(/⟦\d{1,4}⟧/g, ""));
  return [...titles, ...texts].join("\n").slice(0, maxContextLength);
}
