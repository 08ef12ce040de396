import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const source = resolve(import.meta.dirname, "../src");

/** What each layer may import besides itself and packages. The one table the design speaks of. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  text: [],
  reference: ["contract"],
  client: ["../package.json", "contract"],
  tools: ["client", "contract", "text"],
  resources: ["client", "contract", "completion", "text", "tools/present"],
  // Names mean in an argument what they mean in a tool, and are shown alike.
  completion: ["client", "contract", "tools/present", "tools/resolve", "tools/tool"],
  prompts: ["client", "contract", "completion", "tools/present", "tools/resolve", "tools/tool", "tools/tool-error"],
  server: ["tools", "resources", "prompts", "client", "contract"],
  platform: ["contract", "text"],
  // The version is told from the package itself.
  cli: ["../package.json", "server", "client", "platform", "reference", "contract", "tools", "config"],
  config: [],
};

/** Packages a layer may use, where that is restricted. */
const packages: Readonly<Record<string, readonly string[]>> = {
  contract: ["zod"],
  text: ["diff", "marked", "yaml"],
  config: [],
};

const forbiddenNames = /^(utils?|common|shared|helpers?|misc|lib)(\.ts)?$/;
const mostLines = 300;

interface Import {
  readonly from: string;
  readonly layer: string;
  /** A path from `src`, or a package's name. */
  readonly target: string;
  readonly isPackage: boolean;
}

const files = listFiles(source);
const imports = files.flatMap(importsOf);

describe("the import table", () => {
  it("names every layer there is", () => {
    const layers = new Set(files.map(layerOf));
    expect([...layers].filter((layer) => mayImport[layer] === undefined)).toEqual([]);
  });

  for (const [layer, allowed] of Object.entries(mayImport)) {
    const own = imports.filter((found) => found.layer === layer && !found.isPackage);
    if (!files.some((file) => layerOf(file) === layer)) continue;

    it(`lets ${layer} import ${["itself", ...allowed].join(", ")} and nothing else of ours`, () => {
      const strangers = own.filter(
        ({ target }) =>
          ![layer, ...allowed].some(
            (other) => target === other || target === `${other}.ts` || target.startsWith(`${other}/`),
          ),
      );
      expect(strangers.map(({ from, target }) => `${from} imports ${target}`)).toEqual([]);
    });
  }

  for (const [layer, allowed] of Object.entries(packages)) {
    it(`lets ${layer} use ${allowed.join(", ") || "no package"} and Node's own modules`, () => {
      const strangers = imports.filter(
        (found) => found.layer === layer && found.isPackage && !allowed.includes(found.target.split("/")[0] ?? ""),
      );
      expect(
        strangers.filter(({ target }) => !target.startsWith("node:")).map(({ from, target }) => `${from}: ${target}`),
      ).toEqual([]);
    });
  }

  it("is checked on both sides: the walk finds files in each layer and imports across layers", () => {
    for (const layer of ["contract", "text", "client", "tools", "server", "platform", "cli"]) {
      expect(files.filter((file) => layerOf(file) === layer).length, layer).toBeGreaterThan(0);
    }
    const crossings = new Set(
      imports.filter(({ isPackage }) => !isPackage).map(({ layer, target }) => `${layer}>${target.split("/")[0]}`),
    );
    for (const crossing of ["client>contract", "tools>client", "platform>contract", "cli>server", "cli>platform"]) {
      expect(crossings).toContain(crossing);
    }
  });

  it("keeps SQL in platform/store", () => {
    const users = imports.filter(({ target, from }) => target === "kysely" && !from.startsWith("platform/store/"));
    expect(users.map(({ from }) => from)).toEqual([]);
  });
});

describe("files", () => {
  it("are named after what they hold, in no catch-all file or folder", () => {
    const names = files.flatMap((file) => file.split("/"));
    expect(names.filter((name) => forbiddenNames.test(name))).toEqual([]);
  });

  it("are named in kebab-case", () => {
    expect(files.filter((file) => !/^([a-z0-9-]+\/)*[a-z0-9-]+\.ts$/.test(file))).toEqual([]);
  });

  it(`hold at most ${mostLines} lines`, () => {
    const long = files.filter((file) => read(file).split("\n").length > mostLines + 1);
    expect(long).toEqual([]);
  });

  it("re-export nothing wholesale", () => {
    expect(files.filter((file) => /^export \* from/m.test(read(file)))).toEqual([]);
  });

  it("give one noun one name: platform handlers are files with the names of contract operations", () => {
    const names = (folder: string) =>
      files
        .filter((file) => dirname(file) === folder)
        .map((file) => file.slice(folder.length + 1))
        .filter((name) => !["index.ts", "handler.ts"].includes(name))
        .sort();
    const nouns = new Set(names("contract/operations"));
    expect(names("platform/handlers").filter((name) => !nouns.has(name))).toEqual([]);
    expect(names("platform/handlers").length).toBeGreaterThan(5);
  });
});

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && statSync(join(folder, name)).isFile())
    .sort();
}

function read(file: string): string {
  return readFileSync(join(source, file), "utf8");
}

function layerOf(file: string): string {
  return (file.split("/")[0] ?? "").replace(/\.ts$/, "");
}

function importsOf(file: string): Import[] {
  const specifiers = [...read(file).matchAll(/(?:^|[^.\w"])(?:from|import)\s*\(?\s*"([^"\s]+)"/gm)].map(
    (match) => match[1] ?? "",
  );
  return specifiers.map((specifier) => {
    const isPackage = !specifier.startsWith(".");
    const target = isPackage ? specifier : relative(source, resolve(source, dirname(file), specifier));
    return { from: file, layer: layerOf(file), target, isPackage };
  });
}
