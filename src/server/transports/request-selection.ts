import { quotedExcerpt } from "../../client/excerpt.ts";
import { type Selection, SelectionError } from "../../tools/surface.ts";

const asked = ["read_only", "propose_only", "toolsets", "tools", "exclude_tools"] as const;
type Asked = (typeof asked)[number];

/**
 * The tools one request asks for, by URL (`?toolsets=content,sites&read_only`) or header (`X-Copydesk-Toolsets`,
 * `X-Copydesk-Read-Only`, ...), each as often as it likes. What takes away (`read_only`, `propose_only` and
 * `exclude_tools`) holds wherever it stands; of the other lists the header's holds before the URL's. Undefined when the
 * request asks for nothing. Throws `SelectionError`: what cannot be read must not count as nothing, since it was to be
 * a limit.
 */
export function selectionOf({ url, headers }: Pick<Request, "url" | "headers">): Selection | undefined {
  const { searchParams } = new URL(url);
  for (const name of searchParams.keys()) refuseMisspelled(name);
  for (const name of headers.keys()) refuseUnknownHeader(name);
  const inHeader = (name: Asked) => [headers.get(headerOf(name))].filter((value) => value !== null);
  const inUrl = (name: Asked) => searchParams.getAll(name);
  const list = (name: Asked) => namesIn(name, inHeader(name)) ?? namesIn(name, inUrl(name));

  // A header that is there twice arrives as one, with a comma.
  const isSwitchedOn = (name: Asked) =>
    [...inHeader(name), ...inUrl(name)]
      .flatMap((value) => value.split(","))
      .map((text) => isOn(name, text))
      .includes(true);

  const selection: Selection = {
    readOnly: isSwitchedOn("read_only"),
    proposeOnly: isSwitchedOn("propose_only"),
    toolsets: list("toolsets"),
    tools: list("tools"),
    excludeTools: namesIn("exclude_tools", [...inHeader("exclude_tools"), ...inUrl("exclude_tools")]),
  };
  const limits = selection.readOnly === true || selection.proposeOnly === true;
  const asks = limits || selection.toolsets || selection.tools || selection.excludeTools;
  return asks ? selection : undefined;
}

const prefix = "x-copydesk-";
const headerOf = (name: string) => prefix + name.replaceAll("_", "-");

/** A limit that is misspelled must not be left out in silence. Names that resemble none are somebody else's. */
function refuseMisspelled(name: string): void {
  const meant = asked.find((known) => plain(known) === plain(name));
  if (meant === undefined || meant === name) return;
  throw new SelectionError(`The URL says ${quotedExcerpt(name, 40)}; write ${meant}.`);
}

/** Headers that begin like ours, however written, are meant for this server. */
function refuseUnknownHeader(name: string): void {
  if (!/^(?:x[-_]?)?copydesk/.test(name) || asked.some((known) => headerOf(known) === name)) return;
  throw new SelectionError(
    `There is no header ${quotedExcerpt(name, 60)}. There are: ${asked.map(headerOf).join(", ")}.`,
  );
}

/** `ReadOnly`, `read-only`, `read_only[]` and `tool` in the singular mean the same. */
function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "")
    .replace(/s$/, "");
}

/** The names in lists separated by commas; undefined where there is no list. */
function namesIn(what: Asked, lists: readonly string[]): string[] | undefined {
  const names = lists.map((text) => text.split(",").flatMap((name) => (name.trim() === "" ? [] : [name.trim()])));
  if (names.some((some) => some.length === 0)) {
    throw new SelectionError(`${what} names nothing. Name something, or leave it out.`);
  }
  return names.length === 0 ? undefined : names.flat();
}

/** Named without a value, as in `?read_only`, it is on. */
function isOn(name: Asked, text: string): boolean {
  if (/^(false|0|no|off)$/i.test(text.trim())) return false;
  if (/^(true|1|yes|on|)$/i.test(text.trim())) return true;
  throw new SelectionError(`${name} takes true or false, not ${quotedExcerpt(text, 40)}.`);
}
