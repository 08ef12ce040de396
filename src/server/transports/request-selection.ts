import { quotedExcerpt } from "../../client/excerpt.ts";
import { type Selection, SelectionError } from "../../tools/surface.ts";

/**
 * The tools one request asks for, by URL (`?toolsets=content,sites&read_only=true`) or header (`X-Copydesk-Toolsets`,
 * `X-Copydesk-Read-Only`, ...), each as often as it likes. What takes away, `read_only`, `propose_only` and `exclude_tools`, holds
 * wherever it stands; of the other lists the header's holds before the URL's. Undefined when the request asks for
 * nothing. Throws `SelectionError`.
 */
export function selectionOf(request: Request): Selection | undefined {
  const { searchParams } = new URL(request.url);
  for (const name of searchParams.keys()) refuseMisspelled(name);
  const inHeader = (name: string) => request.headers.get(`x-copydesk-${name.replaceAll("_", "-")}`);
  const inUrl = (name: string) => searchParams.getAll(name);
  const list = (name: string) => namesIn(inHeader(name)) ?? namesIn(inUrl(name).join(","));

  const isSwitchedOn = (name: string) =>
    [inHeader(name), ...inUrl(name)].map((text) => isOn(name, text)).includes(true);

  const selection: Selection = {
    readOnly: isSwitchedOn("read_only"),
    proposeOnly: isSwitchedOn("propose_only"),
    toolsets: list("toolsets"),
    tools: list("tools"),
    excludeTools: namesIn([inHeader("exclude_tools") ?? "", ...inUrl("exclude_tools")].join(",")),
  };
  const limits = selection.readOnly === true || selection.proposeOnly === true;
  const asks = limits || selection.toolsets || selection.tools || selection.excludeTools;
  return asks ? selection : undefined;
}

const asked = ["read_only", "propose_only", "toolsets", "tools", "exclude_tools"];

/** A limit that is misspelled must not be left out in silence. Names that resemble none are somebody else's. */
function refuseMisspelled(name: string): void {
  const meant = asked.find((known) => plain(known) === plain(name));
  if (meant === undefined || meant === name) return;
  throw new SelectionError(`The URL says ${quotedExcerpt(name, 40)}; write ${meant}.`);
}

/** `ReadOnly`, `read-only` and `tool` in the singular mean the same. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, "").replace(/s$/, "");
}

/** The names in a comma-separated list; undefined for a list that is absent or empty. */
function namesIn(text: string | null): string[] | undefined {
  const names = (text ?? "").split(",").flatMap((name) => (name.trim() === "" ? [] : [name.trim()]));
  return names.length === 0 ? undefined : names;
}

/** A limit that is named without a value is on. */
function isOn(name: string, text: string | null): boolean {
  if (text === null || text === "false" || text === "0") return false;
  if (text === "" || text === "true" || text === "1") return true;
  throw new SelectionError(`${name} takes true or false, not ${quotedExcerpt(text, 40)}.`);
}
