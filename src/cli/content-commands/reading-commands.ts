import { spawn } from "node:child_process";
import { once } from "node:events";
import { paginate } from "../../client/paginate.ts";
import type { ResolvedReference } from "../../contract/models/link.ts";
import { findContent, findDraft, readPageAt, readTree } from "../../resolve/content.ts";
import type { ToolContext } from "../../resolve/context.ts";
import { findPage } from "../../resolve/pages.ts";
import { findSpace, listOrganizations, onlySpace } from "../../resolve/spaces.ts";
import { UsageError } from "../errors.ts";
import { count } from "../terminal.ts";
import type { CommandInput, ContentCommand } from "./content-command.ts";
import { withSpaceOfPage } from "./space-of-page.ts";

const statuses = ["draft", "open", "archived", "merged"] as const;

const spaces: ContentCommand = {
  takes: [0, 20],
  async run({ positionals, is }, { call, context }) {
    const query = positionals.length === 0 ? undefined : positionals.join(" ");
    if (!is("json")) return { result: await call("list_spaces", { query }) };
    const { client, signal } = context;
    const found: unknown[] = [];
    for (const { id } of await listOrganizations(undefined, context)) {
      for await (const space of paginate(client.spaces.list, { organizationId: id, limit: 1000 }, { signal })) {
        if (query === undefined || space.title.toLowerCase().includes(query.toLowerCase())) found.push(space);
      }
    }
    return { value: found };
  },
};

const pages: ContentCommand = {
  takes: [0, 20],
  async run({ positionals, text, is }, { call, context }) {
    const space = positionals.length === 0 ? text("space") : positionals.join(" ");
    const names = { space, change_request: text("change-request") };
    if (!is("json")) return { result: await call("list_pages", { ...names, under: text("under") }) };
    return { value: await readTree(await findContent(names, context), context) };
  },
};

const search: ContentCommand = {
  takes: [1, 50],
  async run({ positionals, text, is }, { call, context }) {
    const query = positionals.join(" ");
    const space = text("space");
    const limit = parseCount("limit", text("limit"), 50);
    if (is("json")) {
      if (is("exact")) throw new UsageError("--json is only for a search for words. Leave out --exact.");
      return { value: await searchWords(query, space, limit ?? 20, context) };
    }
    const match = is("exact") ? "exact" : undefined;
    const names = { space, under: text("under"), change_request: text("change-request") };
    const result = await call("search_docs", { query, match, limit, ...names });
    return { result, hasHighlights: match === undefined };
  },
};

async function searchWords(query: string, space: string | undefined, limit: number, context: ToolContext) {
  const { client, signal } = context;
  if (space !== undefined) {
    const { id } = await findSpace(space, context);
    return (await client.search.space({ spaceId: id, query, limit }, { signal })).items;
  }
  const found = await Promise.all(
    (await listOrganizations(undefined, context)).map(({ id }) =>
      client.search.organization({ organizationId: id, query, limit }, { signal }),
    ),
  );
  return found.flatMap(({ items }) => items);
}

const read: ContentCommand = {
  takes: [1, 20],
  async run({ positionals, text, is }, { call, context }) {
    const page = positionals.join(" ");
    const requested = { page, space: text("space"), change_request: text("change-request") };
    const names = await withSpaceOfPage(requested, context);
    const [section, revision] = [text("section"), text("revision")];
    const isWhole = section === undefined && !is("outline");
    if (is("json") || (isWhole && !process.stdout.isTTY)) {
      if (!isWhole) throw new UsageError("--json prints the whole page. Leave out --section and --outline.");
      const found = await pageAt(names, revision, context);
      if (is("json")) return { value: found };
      if (found.markdown !== undefined) return { raw: found.markdown };
    }
    const format = is("outline") ? "outline" : undefined;
    return { result: await call("read_page", { ...names, section, revision, format }) };
  },
};

interface PageNames {
  readonly page: string;
  readonly space: string | undefined;
  readonly change_request: string | undefined;
}

async function pageAt(names: PageNames, revision: string | undefined, context: ToolContext) {
  const content = await findContent(names, context);
  const page = await findPage(names.page, content, context);
  if (revision === undefined) return page;
  const then = await readPageAt(content, revision, page.id, context);
  if (then !== undefined) return then;
  throw new UsageError(
    `The space has no revision ${revision}, or the page was not in it. copydesk history lists them.`,
  );
}

const changes: ContentCommand = {
  takes: [0, 0],
  async run(input, { call, context }) {
    const status = input.text("status") ?? "open";
    if (!isStatus(status)) throw new UsageError(`--status takes ${statuses.join(", ")}, not "${status}".`);
    const names = await withSpaceOfPage({ space: input.text("space"), page: input.text("page") }, context);
    if (!input.is("json")) return { result: await call("show_changes", { ...names, status }) };
    return { value: await listChangeRequests(input, status, context) };
  },
};

type Status = (typeof statuses)[number];

const isStatus = (text: string): text is Status => statuses.some((status) => status === text);

async function listChangeRequests({ text }: CommandInput, status: Status, context: ToolContext): Promise<unknown[]> {
  const { client, signal } = context;
  const [space, page] = [text("space"), text("page")];
  const found: unknown[] = [];
  if (space !== undefined || page !== undefined) {
    if (page !== undefined) throw new UsageError("--json lists whole change requests. Leave out --page.");
    const { id } = space === undefined ? await onlySpace(context) : await findSpace(space, context);
    for await (const one of paginate(
      client.changeRequests.listInSpace,
      { spaceId: id, status, limit: 100 },
      { signal },
    )) {
      found.push(one);
    }
    return found;
  }
  for (const { id } of await listOrganizations(undefined, context)) {
    const query = { organizationId: id, status: [status], limit: 100 };
    for await (const one of paginate(client.changeRequests.listInOrganization, query, { signal })) found.push(one);
  }
  return found;
}

const diff: ContentCommand = {
  takes: [1, 20],
  async run({ positionals, text, is }, { call, context }) {
    const names = { change_request: positionals.join(" "), space: text("space"), page: text("page") };
    if (!is("json")) return { result: await call("show_changes", names) };
    const { space, changeRequest } = await findDraft(names, context);
    const query = { spaceId: space.id, changeRequestId: changeRequest.id };
    return { value: await context.client.changeRequestContent.changes(query, { signal: context.signal }) };
  },
};

const history: ContentCommand = {
  takes: [0, 20],
  async run(input, { call, context }) {
    const page = input.positionals.length === 0 ? undefined : input.positionals.join(" ");
    if (!input.is("json")) {
      const names = await withSpaceOfPage({ page, space: input.text("space") }, context);
      return { result: await call("show_changes", { ...names, status: "merged" }) };
    }
    if (page !== undefined) throw new UsageError("--json lists what was merged into a space. Leave out the page.");
    return { value: await listChangeRequests(input, "merged", context) };
  },
};

const links: ContentCommand = {
  takes: [1, 20],
  async run({ positionals, text, is }, { context }) {
    const { client, signal } = context;
    const requested = { page: positionals.join(" "), space: text("space"), change_request: text("change-request") };
    const names = await withSpaceOfPage(requested, context);
    const content = await findContent(names, context);
    if (content.changeRequest !== undefined) {
      throw new UsageError("links reads merged content. copydesk diff names the links that a change request breaks.");
    }
    const page = await findPage(names.page, content, context);
    const query = { spaceId: content.space.id, pageId: page.id, limit: 1000 };
    const out = await collected(paginate(client.pages.listLinks, query, { signal }));
    const into = await collected(paginate(client.pages.listBacklinks, query, { signal }));
    if (is("json")) return { value: { links: out, backlinks: into } };
    const from = [...new Set(into.map(describeReference))];
    const broken = out.filter(({ status }) => status === "broken").length;
    const lines = [
      `${page.title} links to ${count(out.length, "target")}${broken === 0 ? "." : `, of which ${broken} ${broken === 1 ? "is" : "are"} missing.`}`,
      ...out.map(
        ({ status, targetReference }) =>
          `  ${status === "broken" ? "missing: " : ""}${describeReference(targetReference)}`,
      ),
      `${count(from.length, "place")} link${from.length === 1 ? "s" : ""} to it.`,
      ...from.map((target) => `  ${target}`),
    ];
    return { result: lines.join("\n"), code: broken === 0 ? 0 : 1 };
  },
};

async function collected<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

function describeReference(reference: ResolvedReference | undefined): string {
  switch (reference?.kind) {
    case undefined:
      return "an unknown target";
    case "url":
      return reference.url;
    case "page":
      return `${reference.page.title} (${reference.page.path ?? reference.page.id})`;
    case "file":
      return `file ${reference.file.name}`;
    case "space":
      return `space ${reference.space.title}`;
    case "collection":
      return `collection ${reference.collection.title}`;
    case "user":
      return reference.user.displayName;
    case "reusable-content":
      return `reusable content ${reference.reusableContent.title}`;
    case "openapi":
      return `OpenAPI specification ${reference.openAPISpec.slug}`;
  }
}

const open: ContentCommand = {
  takes: [0, 20],
  async run({ positionals, text, is }, { context }) {
    const page = positionals.length === 0 ? undefined : positionals.join(" ");
    const requested = { page, space: text("space"), change_request: text("change-request") };
    const content = await findContent(await withSpaceOfPage(requested, context), context);
    const { space, changeRequest } = content;
    const found = page === undefined ? undefined : await findPage(page, content, context);
    const address = found?.urls?.app ?? (changeRequest ?? space).urls.app;
    if (is("print") || !(await openInBrowser(address))) return { result: address, raw: address };
    return { result: `Opened ${address}` };
  },
};

export const reading = { spaces, pages, search, read, changes, diff, links, history, open } as const;

/** Throws `UsageError`. */
function parseCount(flag: string, text: string | undefined, max: number): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (Number.isInteger(number) && number >= 1 && number <= max) return number;
  throw new UsageError(`--${flag} takes a whole number from 1 to ${max}, not "${text}".`);
}

/** The user's configured program for opening an address, and the arguments before it. */
const openers: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ["open"],
  // `start` would interpret the address as a command line.
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/** Opens an http address in the browser. Returns false if there is nothing to open it with. */
async function openInBrowser(address: string): Promise<boolean> {
  if (!/^https?:$/.test(new URL(address).protocol)) throw new UsageError(`${address} is not the address of a page.`);
  const [command = "xdg-open", ...args] = openers[process.platform] ?? ["xdg-open"];
  const child = spawn(command, [...args, address], { stdio: "ignore", detached: true });
  const started = once(child, "spawn").then(
    () => true,
    () => false,
  );
  child.unref();
  return started;
}
