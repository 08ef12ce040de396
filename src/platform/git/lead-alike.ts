import type { StoredMap } from "../content/content-map.ts";
import { keys } from "../content/records.ts";
import { decodePath, folderOf, isExternal, resolveInside } from "../import/folder-path.ts";
import { isKept } from "../import/plan-files.ts";
import type { PageReading } from "../import/read-folder.ts";
import type { FiledPage } from "./text-changes.ts";

/** A page of a content, and what its text told then and tells now. */
export interface PageRead {
  readonly page: FiledPage;
  readonly before: PageReading;
  readonly after: PageReading;
}

/**
 * Whether pages lead to the same files as before, so that no other files come along with them. Links to pages of the
 * content, and to files that come along anyway, may differ.
 */
export async function leadAlike(read: readonly PageRead[], map: StoredMap): Promise<boolean> {
  const addresses = (reading: PageReading) => ("problem" in reading ? [] : reading.addresses);
  const others = read.filter(({ before, after }) => !isSame(addresses(before), addresses(after)));
  const targets = others.flatMap(({ page, before, after }) =>
    [...addresses(before), ...addresses(after)].flatMap((address) => targetOf(page, address) ?? []),
  );
  const owners = await map.getMany(targets.map(keys.source));
  const matters = (page: FiledPage) => (address: string) => {
    if (/^(?:$|[#?])/.test(address) || isExternal(address)) return false;
    const target = targetOf(page, address);
    const owner = target === undefined ? undefined : owners.get(keys.source(target));
    return owner === undefined || !(owner.startsWith(keys.pages) || isKept(target ?? ""));
  };
  return others.every(({ page, before, after }) =>
    isSame(addresses(before).filter(matters(page)), addresses(after).filter(matters(page))),
  );
}

/** The path that an address names plainly. */
const targetOf = ({ source }: FiledPage, address: string) =>
  resolveInside(folderOf(source), decodePath(address.replace(/[?#].*$/s, "")));

const isSame = (one: readonly string[], other: readonly string[]) => JSON.stringify(one) === JSON.stringify(other);
