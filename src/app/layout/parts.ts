import type { OrganizationList } from "../../contract/app-addresses.ts";
import type { ListedAct } from "../../platform/access/audit/index.ts";
import { type Attributes, type Child, type Html, h } from "../../site/index.ts";
import type { AppRequest, Crumb } from "../app-request.ts";

export function drawTime(time: string | undefined): Child {
  if (time === undefined) return undefined;
  return h("time", { datetime: time }, `${time.slice(0, 16).replace("T", " ")} UTC`);
}

/** A status label, such as `open`. */
export const badge = (state: string, words = state): Html => h("span", { class: `badge badge-${state}` }, words);

export const link = (href: string, ...children: Child[]): Html => h("a", { href }, children);

/** A form that this page sends to an address. */
export function postForm(request: AppRequest, action: string, attributes: Attributes, ...children: Child[]): Html {
  const { name, value } = request.context.forgery;
  return h("form", { method: "post", action, ...attributes }, h("input", { type: "hidden", name, value }), children);
}

export const hidden = (name: string, value: string): Html => h("input", { type: "hidden", name, value });

export const submit = (label: Child, attributes: Attributes = {}): Html =>
  h("button", { class: "button", ...attributes }, label);

/** A select that reloads the page with the choice. */
export function choice(
  label: string,
  name: string,
  chosen: string,
  options: readonly (readonly [value: string, label: string])[],
): Html {
  return h(
    "label",
    { class: "field" },
    h("span", {}, label),
    h(
      "select",
      { name },
      options.map(([value, words]) => h("option", { value, selected: value === chosen }, words)),
    ),
  );
}

/** On a phone each row is shown as a list of labelled cells; the roles remain where a browser drops them for that. */
export function table(head: readonly string[], rows: readonly (readonly Child[])[]): Html {
  return h(
    "div",
    { class: "table stacks", tabindex: 0, role: "region", "aria-label": "Table" },
    h(
      "table",
      { role: "table" },
      h(
        "thead",
        { role: "rowgroup" },
        h(
          "tr",
          { role: "row" },
          head.map((title) => h("th", { scope: "col", role: "columnheader" }, title)),
        ),
      ),
      h(
        "tbody",
        { role: "rowgroup" },
        rows.map((row) =>
          h(
            "tr",
            { role: "row" },
            row.map((cell, column) => h("td", { role: "cell", "data-label": head[column] }, cell)),
          ),
        ),
      ),
    ),
  );
}

export const emptyNote = (words: string): Html => h("p", { class: "nothing" }, words);

export const count = (number: number, one: string, many = `${one}s`): string =>
  `${number} ${number === 1 ? one : many}`;

/** Tabs; the current one is marked. */
export function tabs(
  label: string,
  entries: readonly { readonly title: string; readonly href: string; readonly isCurrent: boolean }[],
): Html {
  return h(
    "nav",
    { class: "tabs-nav", "aria-label": label },
    h(
      "ul",
      {},
      entries.map(({ title, href, isCurrent }) =>
        h("li", {}, h("a", { href, "aria-current": isCurrent ? "page" : undefined }, title)),
      ),
    ),
  );
}

/** A link to the next part of a list. */
export function nextPage(request: AppRequest, path: string, next: { readonly page: string } | undefined): Child {
  if (next === undefined) return undefined;
  const query = new URLSearchParams(request.query);
  query.set("page", next.page);
  return h("p", {}, link(`${path}?${query}`, "More"));
}

/** The query parameter written by `nextPage`. */
export function readPageParameter(request: AppRequest): { page?: string } {
  const page = request.query.get("page");
  return page === null || page.length > 2000 ? {} : { page };
}

export const listTitles = {
  changes: "Change requests",
  search: "Search",
  issues: "Issues",
  translations: "Translations",
  openapi: "OpenAPI",
  sites: "Sites",
  members: "Members",
  jobs: "Jobs",
  audit: "Audit",
} as const satisfies Readonly<Record<OrganizationList, string>>;

/** A link from an object back to its list. */
export const listCrumbs = (request: AppRequest, organization: string, list: OrganizationList): Crumb[] => [
  { title: "Spaces", href: request.href({ kind: "organization", organization }) },
  { title: listTitles[list], href: request.href({ kind: "list", organization, list }) },
];

/** A list of labelled facts. */
export const facts = (rows: readonly (readonly [string, Child])[]): Html =>
  h(
    "dl",
    { class: "fact-list" },
    rows.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))),
  );

const programs: Readonly<Record<string, string>> = { browser: "browser", mcp: "agent", api: "API" };

/** An activity list: actor, action and program, newest first. */
export const drawActs = (acts: readonly ListedAct[]): Html =>
  table(
    ["When", "Who", "Through", "What"],
    acts.map((act) => [drawTime(act.at), act.display_name ?? "Former user", drawThrough(act), describeOperation(act)]),
  );

export function drawThrough({ program, agent, tool }: Pick<ListedAct, "program" | "agent" | "tool">): Child {
  const name = programs[program] ?? program;
  return [
    badge(isAgent({ program, agent }) ? "agent" : program, agent ?? name),
    tool !== null && [" ", h("code", {}, tool)],
  ];
}

/** Splits an operation id into words: `mergeChangeRequest` becomes "merge change request". */
const describeOperation = ({ operation }: ListedAct): string =>
  operation.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);

export const isAgent = ({ program, agent }: Pick<ListedAct, "program" | "agent">): boolean =>
  program === "mcp" || agent !== null;
