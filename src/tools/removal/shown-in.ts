import { paginate } from "../../client/paginate.ts";
import type { ShownIn } from "../../contract/removal.ts";
import { oneLine, quoted } from "../present/name.ts";
import type { ToolContext } from "../tool.ts";
import type { Gone } from "./gone.ts";
import { readTold } from "./read-told.ts";

interface Shown {
  readonly id: string;
  readonly organization: string;
}

/** Sites whose spaces are read, and translations that are looked at. */
const mostSites = 20;
const mostTranslations = 200;
/** Names in one sentence. */
const mostNamed = 5;

/** Where else a space is shown or used, read from the lists of its organization. */
export function shownIn(place: ShownIn, space: Shown, context: ToolContext): Promise<Gone> {
  return readers[place](space, context);
}

const readers: Readonly<Record<ShownIn, (space: Shown, context: ToolContext) => Promise<Gone>>> = {
  sites: inSites,
  translations: inTranslations,
};

async function inSites({ id, organization: organizationId }: Shown, context: ToolContext): Promise<Gone> {
  const { client, signal } = context;
  const listed = await readTold(client.sites.list({ organizationId, limit: mostSites }, { signal }));
  if ("refusal" in listed) return refused("sites that show it", listed.refusal);
  const { items, next } = listed.found;
  const showing: string[] = [];
  let unread = 0;
  for (const site of items) {
    const call = { organizationId, siteId: site.id, limit: 1000 };
    const places = await readTold(client.siteSpaces.list(call, { signal }));
    if ("refusal" in places) unread += 1;
    else if (places.found.items.some(({ space }) => space?.id === id)) {
      const at = site.urls?.published;
      showing.push(`${quoted(site.title)} (${site.id}${at === undefined ? "" : `, published at ${oneLine(at, 200)}`})`);
    } else if (places.found.next?.page) unread += 1;
  }
  const more = next?.page ? [`sites after the first ${items.length}`] : [];
  return {
    goes: showing.length === 0 ? [] : [`its place in ${named("site", showing)}`],
    unseen: [...more, ...(unread === 0 ? [] : [`whether ${unread} further sites show it`])],
  };
}

async function inTranslations({ id, organization: organizationId }: Shown, context: ToolContext): Promise<Gone> {
  const { client, signal } = context;
  const from: string[] = [];
  const into: string[] = [];
  let looked = 0;
  const reading = (async () => {
    for await (const one of paginate(client.translations.list, { organizationId, limit: 100 }, { signal })) {
      if (one.source?.space === id) from.push(`${one.id} into ${one.language}`);
      if (one.result?.space === id) into.push(`${one.id} from space ${one.source?.space}`);
      looked += 1;
      if (looked >= mostTranslations) return ["translations after the first 200"];
    }
    return [];
  })();
  const part = await readTold(reading);
  if ("refusal" in part) return refused("translations of it", part.refusal);
  return {
    goes: [
      ...(from.length === 0 ? [] : [`the source of ${named("translation", from)}`]),
      ...(into.length === 0 ? [] : [`the result of ${named("translation", into)}`]),
    ],
    unseen: part.found,
  };
}

const named = (one: string, names: readonly string[]): string =>
  `${names.length === 1 ? one : `${names.length} ${one}s`} ${names.slice(0, mostNamed).join(", ")}${names.length > mostNamed ? ", …" : ""}`;

/** A service that does not have such a thing at all shows nothing there. */
const refused = (what: string, refusal: string): Gone => ({
  goes: [],
  unseen: refusal.startsWith("501 ") ? [] : [`${what} (${refusal})`],
});
