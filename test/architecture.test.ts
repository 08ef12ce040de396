import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const source = resolve(import.meta.dirname, "../src");

/**
 * What each layer may import besides itself and packages: a layer, or single files of one.
 * A target without a slash is a whole layer.
 */
const layers: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  markdown: [],
  reference: ["contract"],
  // The client names its version to the service.
  client: ["../package.json", "contract"],
  present: ["client", "contract", "markdown"],
  resolve: ["present", "client", "contract", "markdown"],
  tools: ["resolve", "present", "client", "contract", "markdown"],
  resources: ["resolve", "present", "client", "contract", "markdown"],
  prompts: ["resolve", "present", "client", "contract", "markdown"],
  server: [
    "tools",
    "resources",
    "prompts",
    "present",
    "resolve",
    // Callers may be limited to operations of some reach.
    "contract/reach",
    // Answers use the errors of the contract, and messages are measured like request bodies.
    "contract/errors",
    "contract/json-bounds",
    "contract/rate-limit",
    "contract/request-url",
    // Requests to the service are counted and traced, and a rejected token is quoted in part.
    "client/request-events",
    "client/excerpt",
  ],
  site: ["contract", "markdown"],
  // Pages are rendered in only one feature. Cached responses are distinguished by version.
  platform: ["../package.json", "contract", "markdown", "site"],
  app: [
    "accounts/page",
    "accounts/page-addresses",
    "accounts/page-context",
    "client",
    "contract",
    "present",
    "resolve",
    "markdown",
    "platform/access/audit/index",
    "platform/app-records",
    "platform/kernel/problem",
    "site",
    // People see the same of a change request as agents.
    "tools/review",
  ],
  accounts: [
    "contract/errors",
    "contract/rate-limit",
    "platform/access",
    "platform/identity/invites/index",
    "platform/identity/sign-in/index",
    // The library that verifies XML signatures is loaded by the first response of a SAML provider.
    "platform/identity/sign-in/saml-response",
    "platform/kernel/bytes",
    "platform/kernel/database",
    "platform/kernel/problem",
    // Failures have the same words as those of the API.
    "platform/kernel/error-response",
    // Attempts are counted like those with tokens.
    "server/access/client-address",
    "server/access/limits",
    // Consent of people has the same scopes as tokens.
    "contract/reach",
    "server/access/scopes",
    "platform/kernel/settings-rows",
    // Text becomes markup in one place.
    "site/html",
  ],
  config: [],
  cli: [
    "../package.json",
    "server",
    "accounts/index",
    "app/index",
    "client",
    "config",
    // Its public interface, which loads its parts when they are used.
    "platform/index",
    // Refusals of the server have the same form as those of the platform.
    "platform/kernel/error-response",
    // `call` and `tools` look operations up, and suggest the nearest name for one that does not exist.
    "contract/areas",
    "contract/closest-name",
    // Statuses of failures.
    "contract/errors",
    "contract/load",
    "contract/operation",
    "contract/rate-limit",
    "contract/reach",
    "contract/request-url",
    // The same is listed and may be called on the command line as for a host.
    "tools/generated-entries",
    "tools/operation-limits",
    "tools/operation-names",
    "tools/operations/lookup",
    "tools/registry",
    "tools/surface",
    "tools/tool",
    "present/tool-error",
    // What is edited in an editor keeps the line ends of its page.
    "markdown/text/lines",
    // Where a broken link of a folder stands.
    "contract/closest-name",
    "contract/edit-distance",
    "contract/models/page",
    "contract/models/space",
    "markdown/page/links",
    // The commands of the desk call tools, and resolve names as tools do.
    "tools/arguments",
    "tools/confirmation",
    "resolve/context",
    "resolve",
    "contract/models/link",
  ],
};

/** Packages a layer may use, where that is restricted. */
const packages: Readonly<Record<string, readonly string[]>> = {
  contract: ["zod"],
  markdown: ["yaml"],
  config: [],
};

/**
 * The domains of the platform, and the features in each. A feature may import the domains before its own, the files of
 * its domain, and the features before it.
 */
const domains: Readonly<Record<string, readonly string[]>> = {
  kernel: ["language-model"],
  access: ["people", "audit"],
  content: ["search", "openapi", "computed", "files"],
  review: ["comments", "reviews"],
  workspace: ["organizations", "revisions", "spaces", "links", "templates", "pages"],
  identity: ["mail", "invites", "sign-in"],
  exchange: ["space-files", "git", "pdf", "imports"],
  knowledge: ["translations", "conversations"],
  "change-requests": [],
  publishing: ["sites", "published"],
  integrations: [],
  operations: ["service", "upkeep", "backup", "copy"],
  http: [],
};

/** A domain's own files come before its features. */
const features: readonly string[] = Object.entries(domains).flatMap(([domain, names]) => [
  domain,
  ...names.map((name) => `${domain}/${name}`),
]);

/** The base of the features: their files are imported one by one. Every other feature is entered through its index. */
const foundations: readonly string[] = ["kernel", "access", "content"];

/** Files that another feature loads when it needs them. They are too heavy for an index, which loads all that it names. */
const loadedLate: Readonly<Record<string, string>> = {
  "platform/content/computed/compute-job.ts": "platform/content/openapi/spec-thread.ts",
  "platform/exchange/imports/import-job.ts": "platform/exchange/git/clone-for-import.ts",
};

/** What joins the features, in order: each may import all features and the files before it. */
const joints: readonly string[] = ["job-kinds", "subscribers", "registry", "app-records", "open-platform", "index"];

/**
 * What the folders of a layer may import from the rest of it: a folder (without those below it) or a file.
 * Files beside the folders join them, and may import all of them.
 */
const folders: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  contract: {
    models: ["brief", "web-origin"],
    operations: ["models", "operation", "reach"],
  },
  markdown: {
    text: [],
    grammar: ["text"],
    page: ["text", "grammar"],
    edits: ["text", "grammar", "page"],
    versions: ["text"],
    translation: ["text", "grammar", "page"],
    expressions: ["text", "grammar"],
    document: ["grammar"],
    "document/reading": ["text", "grammar", "document"],
    "document/printing": ["text", "grammar", "document"],
  },
  site: {
    words: [],
    browser: [],
    theme: ["html", "view"],
    diagrams: ["html"],
    difference: ["html"],
    icons: ["html"],
    blocks: ["blocks/reference", "html", "view", "words", "theme"],
    "blocks/reference": ["blocks", "html", "words"],
    inline: ["blocks", "html"],
    agents: ["html", "view", "page-address"],
    layout: [
      "agents",
      "difference",
      "icons",
      "words",
      "theme",
      "assets",
      "formula",
      "html",
      "page-address",
      "page-setting",
      "view",
    ],
  },
  tools: {
    conversations: [],
    git: [],
    integrations: [],
    organization: [],
    review: ["editing"],
    translation: [],
    editing: ["tool"],
    finding: ["editing"],
    operations: [
      "operations/results",
      "operations/removal",
      "arguments",
      "confirmation",
      "input-schema",
      "operation-names",
      "tool",
      "trial",
    ],
    "operations/results": [],
    "operations/removal": ["operations"],
    catalog: [
      "editing",
      "finding",
      "git",
      "integrations",
      "operations",
      "organization",
      "review",
      "translation",
      "steps",
      "tool",
      "trial",
    ],
  },
  accounts: {
    "sign-in": ["accounts-options", "deferred-work", "page", "return-to", "too-many-attempts", "page-context"],
    "authorization-server": ["accounts-options", "page", "too-many-attempts", "page-context"],
  },
  server: {
    access: ["log", "request-scope"],
    observation: ["log"],
    watches: ["fair-share", "request-scope"],
    calls: ["observation", "watches", "response-limit", "log", "request-scope"],
    "plain-calls": ["calls", "introduction", "log"],
    requests: ["observation", "watches", "response-limit", "log", "request-scope"],
    "site-endpoint": ["access", "transports", "log", "protocol-errors"],
    transports: [
      "access",
      "watches",
      "fair-share",
      "introduction",
      "log",
      "plain-calls",
      "protocol-errors",
      "request-scope",
      "uncaught",
    ],
  },
};

/** Files of more than 500 lines, each with the reason. */
const longFiles: Readonly<Record<string, string>> = {
  "platform/kernel/database/schema-sqlite.ts": "the tables of all features, as one text to read",
  "platform/exchange/space-files/edit-summary.ts":
    "one edit of one text: every step needs the offsets that the steps before it found",
};
const maxLines = 500;

const forbiddenNames = /^(utils?|common|shared|helpers?|misc|lib)(\.ts)?$/;

interface Import {
  readonly from: string;
  /** A path from `src`, or a package's name. */
  readonly target: string;
  readonly isPackage: boolean;
  /** Loaded on demand, by `import()`. */
  readonly isLate: boolean;
}

const files = listFiles(source);
const texts = new Map(files.map((file) => [file, readFileSync(join(source, file), "utf8")]));
const imports = files.flatMap(importsOf);
const ownImports = imports.filter(({ isPackage }) => !isPackage);

describe("an import", () => {
  const found = (text: string) =>
    specifiersOf(text).map(({ specifier, isLate }) => (isLate ? `${specifier} late` : specifier));

  it("is found in each of its forms", () => {
    expect(
      found(
        [
          'import "./effect.ts";',
          'import whole, { part } from "./value.ts";',
          "import {\n  type One,\n  two,\n} from './single-quotes.ts';",
          'import type { Kind } from "./type.ts";',
          'import * as names from "./namespace.ts";',
          'export { one } from "./again.ts";',
          'export type { One } from "./type-again.ts";',
          'export * from "./everything.ts";',
          'const late = await import("./late.ts");',
          'const split = import(\n  "./split.ts"\n);',
          'type Named = import("./type-query.ts").Named;',
        ].join("\n"),
      ),
    ).toEqual([
      "./effect.ts",
      "./value.ts",
      "./single-quotes.ts",
      "./type.ts",
      "./namespace.ts",
      "./again.ts",
      "./type-again.ts",
      "./everything.ts",
      "./late.ts late",
      "./split.ts late",
      "./type-query.ts late",
    ]);
  });

  it("is not found in a comment, in the extension of a module or in text about imports", () => {
    expect(
      found(
        [
          '// import "./comment.ts";',
          '/* import { a } from "./block.ts"; */',
          'declare module "./extended.ts" {}',
          'const text = "import from \\"./text.ts\\"";',
          'export const from = "./value.ts";',
        ].join("\n"),
      ),
    ).toEqual([]);
  });

  it("names a file that exists", () => {
    const strangers = ownImports.filter(({ target }) => target.endsWith(".ts") && !existsSync(join(source, target)));
    expect(strangers.map(described)).toEqual([]);
  });
});

describe("layers", () => {
  it("are those of the table", () => {
    expect([...new Set(files.map(layerOf))].sort()).toEqual(Object.keys(layers).sort());
  });

  for (const [layer, allowed] of Object.entries(layers)) {
    it(`let ${layer} import ${["itself", ...allowed].join(", ")}`, () => {
      const strangers = ownImports.filter(
        ({ from, target }) =>
          layerOf(from) === layer &&
          ![layer, `../generated/${layer}`, ...allowed].some((other) => isWithin(target, other)),
      );
      expect(strangers.map(described)).toEqual([]);
    });
  }

  for (const [layer, allowed] of Object.entries(packages)) {
    it(`let ${layer} use ${allowed.join(", ") || "no package"} and Node's own modules`, () => {
      const strangers = imports.filter(
        ({ from, target, isPackage }) =>
          isPackage &&
          layerOf(from) === layer &&
          !target.startsWith("node:") &&
          !allowed.includes(target.split("/")[0] ?? ""),
      );
      expect(strangers.map(described)).toEqual([]);
    });
  }

  it("use everything the table lets them import", () => {
    const unused = Object.entries(layers).flatMap(([layer, allowed]) =>
      allowed
        // A layer may not need the text of pages today but tomorrow.
        .filter((other) => other !== "markdown")
        .filter((other) => !ownImports.some(({ from, target }) => layerOf(from) === layer && isWithin(target, other)))
        .map((other) => `${layer}: ${other}`),
    );
    expect(unused).toEqual([]);
  });
});

describe("folders within a layer", () => {
  for (const [layer, table] of Object.entries(folders)) {
    it(`of ${layer} are those of its table`, () => {
      const found = new Set(files.filter((file) => layerOf(file) === layer).map(dirname));
      found.delete(layer);
      expect([...found].map((folder) => folder.slice(layer.length + 1)).filter((folder) => !(folder in table))).toEqual(
        [],
      );
    });

    it(`of ${layer} import what its table says`, () => {
      const strangers = ownImports.filter(({ from, target }) => {
        const folder = dirname(from);
        if (layerOf(from) !== layer || layerOf(target) !== layer || folder === layer) return false;
        const allowed = [folder.slice(layer.length + 1), ...(table[folder.slice(layer.length + 1)] ?? [])];
        return !allowed.some((other) => dirname(target) === `${layer}/${other}` || target === `${layer}/${other}.ts`);
      });
      expect(strangers.map(described)).toEqual([]);
    });

    it(`of ${layer} use everything its table lets them import`, () => {
      const unused = Object.entries(table).flatMap(([folder, allowed]) =>
        allowed
          .filter(
            (other) =>
              !ownImports.some(
                ({ from, target }) =>
                  dirname(from) === `${layer}/${folder}` &&
                  (dirname(target) === `${layer}/${other}` || target === `${layer}/${other}.ts`),
              ),
          )
          .map((other) => `${folder}: ${other}`),
      );
      expect(unused).toEqual([]);
    });
  }
});

describe("features of the platform", () => {
  const order = [...features, ...joints];
  const rankOf = (file: string) => order.indexOf(featureOf(file));

  it("are those of the table", () => {
    const found = new Set(files.filter((file) => layerOf(file) === "platform").map(featureOf));
    const withFiles = order.filter((name) => found.has(name) || domains[name]?.length === 0);
    expect([...found].sort()).toEqual([...withFiles].sort());
    expect(features.filter((name) => name.includes("/") && !found.has(name))).toEqual([]);
    const named = new Set(Object.values(domains).flat());
    const folders = new Set(files.flatMap((file) => /^platform\/[a-z-]+\/([a-z-]+)\//.exec(file)?.[1] ?? []));
    expect([...named].filter((name) => !folders.has(name))).toEqual([]);
  });

  it("import only features before them", () => {
    const upward = ownImports.filter(
      ({ from, target }) =>
        layerOf(from) === "platform" && layerOf(target) === "platform" && rankOf(target) > rankOf(from),
    );
    expect(upward.map(described)).toEqual([]);
  });

  it("are entered through their index, except by the registry and for what is loaded late", () => {
    const past = ownImports.filter(
      ({ from, target }) =>
        layerOf(from) === "platform" &&
        layerOf(target) === "platform" &&
        featureOf(from) !== featureOf(target) &&
        features.includes(featureOf(target)) &&
        !foundations.includes(featureOf(target)) &&
        target !== `platform/${featureOf(target)}/index.ts` &&
        !isHandlers(target),
    );
    expect(past.filter(({ isLate }) => !isLate).map(described)).toEqual([]);
    const late = past.filter(({ from }) => features.includes(featureOf(from)));
    expect(Object.fromEntries(late.map(({ from, target }) => [from, target]))).toEqual(loadedLate);
  });

  it("have an index with nothing but names of their own files", () => {
    const indexes = files.filter((file) => file === `platform/${featureOf(file)}/index.ts`);
    expect(indexes.length).toBeGreaterThan(15);
    for (const index of indexes) {
      const statements = (texts.get(index) ?? "").replace(/\s+/g, " ").split(";");
      const others = statements.filter((text) => !/^ ?(export (type )?\{[^}]+\} from "\.\/[a-z/-]+\.ts")?$/.test(text));
      expect(others, index).toEqual([]);
    }
    expect(indexes.map(featureOf).filter((feature) => foundations.includes(feature))).toEqual([]);
    const ownUse = ownImports.filter(
      ({ from, target }) =>
        layerOf(from) === "platform" && indexes.includes(target) && featureOf(from) === featureOf(target),
    );
    expect(ownUse.map(described)).toEqual([]);
  });

  it("have handlers only for the registry", () => {
    const strangers = ownImports.filter(({ from, target }) => isHandlers(target) && from !== "platform/registry.ts");
    expect(strangers.map(described)).toEqual([]);
    expect(ownImports.filter(({ target }) => isHandlers(target)).length).toBeGreaterThan(15);
  });

  it("use Kysely only in the database port and in files of rows", () => {
    const strangers = imports.filter(
      ({ from, target }) =>
        /^kysely(\/|$)/.test(target) &&
        !from.startsWith("platform/kernel/database/") &&
        !/(^|[/-])rows\.ts$/.test(from),
    );
    expect(strangers.map(described)).toEqual([]);
    expect(imports.filter(({ target }) => target === "kysely").length).toBeGreaterThan(5);
  });
});

describe("cycles", () => {
  it("are detected between two and three files, and not in a chain", () => {
    const graph = (text: string) => text.split(" ").map((pair) => pair.split(">") as [string, string]);
    expect(cyclesOf(graph("a>b b>a c>a"))).toEqual([["a", "b"]]);
    expect(cyclesOf(graph("a>b b>c c>a c>d"))).toEqual([["a", "b", "c"]]);
    expect(cyclesOf(graph("a>b b>c a>c"))).toEqual([]);
  });

  it("do not exist between files, by value or by type, at once or late", () => {
    expect(cyclesOf(ownImports.map(({ from, target }) => [from, target]))).toEqual([]);
  });

  it("do not exist between folders, unless one contains the other", () => {
    const steps = ownImports
      .map(({ from, target }) => [dirname(from), dirname(target)] as const)
      .filter(([from, target]) => !`${from}/`.startsWith(`${target}/`) && !`${target}/`.startsWith(`${from}/`));
    expect(cyclesOf(steps)).toEqual([]);
  });
});

describe("files", () => {
  it("are named after their contents, in no catch-all file or folder", () => {
    const names = files.flatMap((file) => file.split("/"));
    expect(names.filter((name) => forbiddenNames.test(name))).toEqual([]);
  });

  it("are named in kebab-case", () => {
    expect(files.filter((file) => !/^([a-z0-9-]+\/)*[a-z0-9-]+\.ts$/.test(file))).toEqual([]);
  });

  it(`have more than ${maxLines} lines only for a reason`, () => {
    const long = files.filter((file) => (texts.get(file) ?? "").split("\n").length > maxLines + 1);
    expect(long).toEqual(Object.keys(longFiles).sort());
  });

  it("do not re-export everything of another file", () => {
    expect(files.filter((file) => /^export \* /m.test(texts.get(file) ?? ""))).toEqual([]);
  });
});

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => name.endsWith(".ts") && statSync(join(folder, name)).isFile())
    .sort();
}

function layerOf(path: string): string {
  return (path.split("/")[0] ?? "").replace(/\.ts$/, "");
}

/** The feature of a file of the platform (`content/search`, or `content` for the domain's own files), or the name of a joint. */
function featureOf(file: string): string {
  const [, domain = "", feature = ""] = file.split("/");
  return domains[domain]?.includes(feature) === true ? `${domain}/${feature}` : domain.replace(/\.ts$/, "");
}

function isHandlers(file: string): boolean {
  return layerOf(file) === "platform" && /(^|[/-])handlers\.ts$/.test(file);
}

/** `other` is a folder, or a file without its ending. */
function isWithin(path: string, other: string): boolean {
  return path === other || path === `${other}.ts` || path.startsWith(`${other}/`);
}

function described({ from, target }: Import): string {
  return `${from} imports ${target}`;
}

function importsOf(file: string): Import[] {
  return specifiersOf(texts.get(file) ?? "").map(({ specifier, isLate }) => {
    const isPackage = !specifier.startsWith(".");
    const target = isPackage
      ? specifier
      : relative(source, resolve(source, dirname(file), specifier)).replaceAll("\\", "/");
    return { from: file, target, isPackage, isLate };
  });
}

/** Statements begin a line, as the formatter writes them. */
function specifiersOf(text: string): { specifier: string; isLate: boolean }[] {
  const code = text.replace(/^\s*\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
  const statement = /^(?:import|export)\s(?:[^;"'`=()]*?\bfrom\s*)?["']([^"'\n]+)["']/gm;
  const call = /\bimport\(\s*["']([^"'\n]+)["']/g;
  return [
    ...[...code.matchAll(statement)].map((match) => ({ specifier: match[1] ?? "", isLate: false })),
    ...[...code.matchAll(call)].map((match) => ({ specifier: match[1] ?? "", isLate: true })),
  ];
}

/** Groups of nodes that reach each other (Tarjan's strongly connected components of more than one node). */
function cyclesOf(edges: readonly (readonly [string, string])[]): string[][] {
  const next = new Map<string, string[]>();
  for (const [from, target] of edges) {
    if (from === target) continue;
    next.set(from, [...(next.get(from) ?? []), target]);
  }
  const numbers = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const found: string[][] = [];
  function visit(node: string): number {
    const number = numbers.size;
    let low = number;
    numbers.set(node, number);
    lowest.set(node, number);
    open.push(node);
    for (const target of next.get(node) ?? []) {
      if (!numbers.has(target)) low = Math.min(low, visit(target));
      else if (open.includes(target)) low = Math.min(low, numbers.get(target) ?? low);
    }
    lowest.set(node, low);
    if (low === number) {
      const group = open.splice(open.indexOf(node));
      if (group.length > 1) found.push(group.sort());
    }
    return low;
  }
  for (const node of next.keys()) if (!numbers.has(node)) visit(node);
  return found;
}

describe("the engine of the database", () => {
  /** Tables and steps are written once, in the SQL of the first engine. */
  const schema = /^platform\/kernel\/database\/(schema-sqlite\.ts|migrations\/)/;
  const words =
    /json_each|json_array_length\(|instr\(|strpos\(|group_concat|json_array_elements|unnest\(|pragma |sqlite_schema|sqlite_master|fts5|bm25\(|tsvector|tsquery|pg_\w+\(|total_changes|isSqliteError|better-sqlite3|node:sqlite|from "pg"|import\("pg"\)/i;
  const engine = "platform/kernel/database/engine";
  /** A backup is a copy of the first engine's file in a data folder, and so are queries about one. */
  const ofFolders = /^platform\/(operations\/backup\/|kernel\/jobs\/open-jobs-rows\.ts)/;

  it("is named only in its folder", () => {
    const strangers = files.filter(
      (file) =>
        !file.startsWith(`${engine}/`) &&
        !schema.test(file) &&
        !ofFolders.test(file) &&
        words.test(texts.get(file) ?? ""),
    );
    expect(strangers).toEqual([]);
  });

  it("is used through what all engines share", () => {
    const strangers = ownImports.filter(
      ({ from, target }) =>
        !from.startsWith(`${engine}/`) && !ofFolders.test(from) && /\/engine\/(sqlite|postgres)\//.test(target),
    );
    expect(strangers.map(described)).toEqual([]);
  });

  it("does not know the others", () => {
    const engineOf = (file: string) => /\/engine\/(sqlite|postgres)\//.exec(file)?.[1];
    const strangers = ownImports.filter(
      ({ from, target }) =>
        engineOf(from) !== undefined && engineOf(target) !== undefined && engineOf(from) !== engineOf(target),
    );
    expect(strangers.map(described)).toEqual([]);
  });
});
