import { z } from "zod";
import {
  type Languages,
  type Order,
  type Provider,
  ServiceProblem,
  type ServiceSettings,
  type TranslationResult,
} from "./provider.ts";
import { callService, requireOneEach } from "./service-call.ts";
import { readTagged, type TagForm, tagged, unescaped } from "./tagged-text.ts";

const name = "LibreTranslate";

/** Codes that servers of different versions use for languages whose code differs from the contract's. */
const names: Readonly<Record<string, readonly string[]>> = {
  no: ["nb", "no"],
  "pt-br": ["pt-BR", "pb"],
  zh: ["zh-Hans", "zh"],
  "zh-tw": ["zh-Hant", "zt"],
};

const form: TagForm = {
  wraps: true,
  empty: (number) => `<x id="${number}"></x>`,
  keepWord: (word) => `<k translate="no">${word}</k>`,
};

const Listed = z.array(z.object({ code: z.string(), targets: z.array(z.string()).optional() }));

const Translated = z.object({ translatedText: z.array(z.string()) });

/** A LibreTranslate server. Its operator chooses the languages, so the list is requested. */
export function libretranslate({ url, key, pause }: ServiceSettings): Provider {
  const base = (url ?? "").replace(/(\/translate)?\/*$/, "");
  const call = (path: string, signal: AbortSignal, body?: object) =>
    callService({
      service: name,
      url: `${base}/${path}`,
      ...(body === undefined ? {} : { body: { ...body, ...(key === undefined ? {} : { api_key: key }) } }),
      secret: key,
      pause,
      signal,
    });

  let pair: { readonly source: string; readonly target: string } | string | undefined;
  async function getPair(languages: Languages, signal: AbortSignal) {
    pair ??= findPair(Listed.safeParse(await call("languages", signal)).data, languages);
    return pair;
  }

  return {
    name,
    texts: 25,
    characters: 5000,

    async refusal(languages, signal) {
      const found = await getPair(languages, signal);
      return typeof found === "string" ? found : undefined;
    },

    /** A key without the right to translate may not detect languages either. */
    async check(signal) {
      const listed = Listed.safeParse(await call("languages", signal)).data;
      if (listed === undefined) throw new ServiceProblem(`${name} at ${base} does not say which languages it has.`);
      await call("detect", signal, { q: "Which language is this?" });
      return `${name} at ${base} responds; it has ${listed.length} languages: ${listed.map(({ code }) => code).join(", ")}`;
    },

    async translate({ items, ...languages }: Order, signal) {
      const found = await getPair(languages, signal);
      if (typeof found === "string") throw new ServiceProblem(found, { unpaid: true });
      // If tags went missing, plain placeholders may survive.
      const asText = items.every(({ problem }) => problem !== undefined);
      const q = items.map(({ segment, terms }) => (asText ? segment.text : tagged(segment, terms, form)));
      const body = { q, ...found, format: asText ? "text" : "html" };
      const response = Translated.safeParse(await call("translate", signal, body));
      if (!response.success)
        throw new ServiceProblem(`${name} returned something that is not a translation.`, { splittable: true });
      const { translatedText } = response.data;
      requireOneEach(name, items, translatedText);
      return items.map(({ segment }, index): TranslationResult => {
        const text = translatedText[index] ?? "";
        // Depending on its version, a server resolves entities in responses or does not.
        const open = /&\w+;/.test(segment.text) ? (part: string) => part : unescaped;
        return asText ? { text: text.trim() } : readTagged(text, segment, open);
      });
    },
  };
}

function findPair(listed: z.infer<typeof Listed> | undefined, { from, to }: Languages) {
  if (listed === undefined) return `${name} does not say which languages it has.`;
  const codes = (code: string) => (names[code] ?? [code]).map((one) => one.toLowerCase());
  const sources = listed.filter(({ code }) => codes(from).includes(code.toLowerCase()));
  if (sources.length === 0) return `${name} does not translate from ${from} on this server.`;
  const isTarget = (code: string) => codes(to).includes(code.toLowerCase());
  // Older servers omit the targets: then every language has all of them.
  const defaultTarget = listed.find(({ code }) => isTarget(code))?.code;
  for (const { code: source, targets } of sources) {
    const target = targets === undefined ? defaultTarget : targets.find(isTarget);
    if (target !== undefined) return { source, target };
  }
  return `${name} does not translate from ${from} into ${to} on this server.`;
}
