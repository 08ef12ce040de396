import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { builtAssets } from "../generated/site/built-assets.ts";
import { BundledFiles } from "../scripts/third-party/bundled-files.ts";
import type { Component } from "../scripts/third-party/component.ts";
import { listComponents } from "../scripts/third-party/components.ts";
import { noticesText } from "../scripts/third-party/notices.ts";
import { temporaryFolder } from "./cli/program.ts";

const project = resolve(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(project, path), "utf8");

interface Listed {
  readonly group?: string;
  readonly name: string;
  readonly version?: string;
  readonly purl?: string;
  readonly scope: string;
  readonly licenses: readonly { readonly expression?: string; readonly license?: { readonly id: string } }[];
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
  readonly properties: readonly { readonly value: string }[];
}

const bill = JSON.parse(read("dist/copydesk.cdx.json")) as { readonly components: readonly Listed[] };
const nameOf = ({ group, name }: Listed) => (group === undefined ? name : `${group}/${name}`);
const listed = new Map(bill.components.map((component) => [nameOf(component), component]));

/** Sections of the notices by their first line, such as `zod@4.6.7`. */
const sections = new Map(
  read("dist/THIRD_PARTY_NOTICES")
    .split(`\n${"=".repeat(80)}\n\n`)
    .map((section) => [section.slice(0, section.indexOf("\n")), section]),
);
const section = (name: string) => sections.get(`${name}@${listed.get(name)?.version}`) ?? "";

describe("the notices of what is built", () => {
  it("have a section with a license text for every component of the bill of materials", () => {
    expect(bill.components.length).toBeGreaterThan(150);
    const withoutText = bill.components.filter((component) => {
      const { version } = component;
      const text = sections.get(version === undefined ? nameOf(component) : `${nameOf(component)}@${version}`) ?? "";
      const [, , place = "", ...rest] = text.split("\n");
      return !/^(?:In |Installed beside)/.test(place) || rest.join("").length < 30;
    });
    expect(withoutText.map(nameOf)).toEqual([]);
    for (const name of ["zod", "hono", "kysely", "pg", "jose", "pdfkit", "oidc-provider", "@node-saml/node-saml"]) {
      expect(section(name), name).toMatch(/^Copyright|^Original work Copyright|\(c\)/im);
      expect(section(name), name).toContain("Permission is hereby granted, free of charge");
    }
    expect(section("highlight.js")).toContain("Redistribution and use in source and binary forms");
  });

  it("have every package that src imports", () => {
    const sources = readdirSync(join(project, "src"), { recursive: true, encoding: "utf8" });
    const imported = sources
      .filter((path) => /\.ts$/.test(path))
      .flatMap((path) => [
        ...read(join("src", path)).matchAll(/(?:^import (?!type).* |^export .* |^\} )from "([^".][^"]*)"/gm),
      ])
      .map(([, specifier = ""]) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? "")
      .filter((name) => !name.startsWith("node:"));
    const packages = [...new Set(imported)].sort();
    expect(packages.length).toBeGreaterThan(20);
    expect(packages.filter((name) => !listed.has(name))).toEqual([]);
  });

  it("name every built file that others contributed to", () => {
    const named = new Set(bill.components.flatMap(({ properties }) => properties.map(({ value }) => value)));
    const built = readdirSync(join(project, "dist"), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(?:cjs|js|json|wasm|ttf)$/.test(name))
      .map((name) => name.replace(/^late-\w+/, "late-*"));
    expect(built).toContain("late-*.cjs");
    // The client leaves its package to whoever imports it.
    const own = ["cli.js", "client/index.js", "copydesk.cdx.json"];
    expect(built.filter((name) => !named.has(name)).sort()).toEqual(own);
  });

  it("include packages that others bundled, notices within files, and what is compiled", () => {
    expect(sections.get("ajv@8.18.0")).toContain("Evgeny Poberezkin");
    expect(section("oidc-provider")).toContain("Copyright 2017 Andrey Sitnik");
    expect(section("brotli")).toContain("Copyright 2013 Google Inc.");
    expect(section("temml")).toContain("The MathJax Consortium");
    expect(section("undici")).toContain("Einar Otto Stangvik");
    expect(sections.get("llhttp")).toContain("Fedor Indutny");
    expect(section("tiny-skia")).toContain("Copyright (c) 2011 Google Inc.");
    expect(listed.get("tiny-skia")?.purl).toBe("pkg:cargo/tiny-skia@0.10.0");
  });

  it("include fonts, icons and themes, and nothing under the GPL", () => {
    expect(section("dejavu-fonts-ttf")).toContain("Bitstream Vera is\na trademark of Bitstream");
    expect(section("dejavu-fonts-ttf")).toContain("In fonts/DejaVuSans-Bold.ttf, fonts/DejaVuSans-Oblique.ttf,");
    expect(section("@fortawesome/fontawesome-free")).toContain("https://creativecommons.org/licenses/by/4.0/");
    expect(section("lucide-static")).toContain("Cole Bemis");
    expect(section("tm-themes")).toContain("Files:   night-owl.json, night-owl-light.json");
    const licenses = bill.components.flatMap(({ licenses }) =>
      licenses.map(({ expression, license }) => expression ?? license?.id),
    );
    expect([...new Set(licenses)].sort()).toEqual([
      "Apache-2.0",
      "BSD-2-Clause",
      "BSD-3-Clause",
      "BSD-3-Clause OR MIT",
      "Bitstream-Vera",
      "BlueOak-1.0.0",
      "CC-BY-4.0",
      "CC0-1.0",
      "EPL-2.0",
      "ISC",
      "MIT",
      "MIT OR Apache-2.0",
      "MIT OR Zlib OR Apache-2.0",
      "MIT-0",
      "MPL-2.0",
      "Unicode-3.0",
      "Zlib",
      "Zlib OR Apache-2.0 OR MIT",
      "blessing",
    ]);
    expect(read("dist/THIRD_PARTY_NOTICES")).not.toContain("GNU GENERAL PUBLIC LICENSE");
  });

  it("say where the sources are that licenses require, at the versions in use", () => {
    const { version: elk } = JSON.parse(read("node_modules/elkjs/package.json")) as { version: string };
    const { version: resvg } = JSON.parse(read("node_modules/@resvg/resvg-wasm/package.json")) as { version: string };
    expect(section("elkjs")).toContain(
      `available under\nthe same license, free of charge, at https://github.com/kieler/elkjs/tree/${elk}.`,
    );
    expect(section("elkjs")).toContain("# Eclipse Public License - v 2.0");
    expect(section("elkjs")).toContain("Copyright (c) 2017 Kiel University and others.");
    expect(section("@resvg/resvg-wasm")).toContain(`https://github.com/yisibl/resvg-js/tree/v${resvg}`);
    expect(section("@resvg/resvg-wasm")).toContain("Mozilla Public License Version 2.0");
  });

  it("are in the folder that is published and copied into the container", () => {
    expect((JSON.parse(read("package.json")) as { files: string[] }).files).toEqual([
      "dist",
      "!dist/*.mcpb",
      "docs",
      "openapi.json",
      "README.md",
    ]);
    expect(read("Containerfile")).toContain("COPY --from=build /source/dist ./dist");
  });
});

describe("the bill of materials", () => {
  it("is valid against the schema of CycloneDX 1.6", () => {
    const schemas = "node_modules/@cyclonedx/cyclonedx-library/res/schema";
    const ajv = new Ajv({ strict: false });
    addFormats.default(ajv);
    ajv.addFormat("iri-reference", true);
    ajv.addFormat("idn-email", true);
    for (const name of ["spdx.SNAPSHOT", "jsf-0.82.SNAPSHOT", "cryptography-defs.SNAPSHOT"]) {
      const { $id: _, ...schema } = JSON.parse(read(`${schemas}/${name}.schema.json`)) as { $id: string };
      ajv.addSchema(schema, `http://cyclonedx.org/schema/${name}.schema.json`);
    }
    const validate = ajv.compile(JSON.parse(read(`${schemas}/bom-1.6.SNAPSHOT.schema.json`)));
    expect(validate(bill), JSON.stringify(validate.errors)).toBe(true);
    expect(validate({ ...bill, components: [{ type: "library" }] })).toBe(false);
  });

  it("has the package URL, license and digest of each package", () => {
    const { packages } = JSON.parse(read("package-lock.json")) as {
      packages: Readonly<Record<string, { version: string; integrity: string }>>;
    };
    const locked = packages["node_modules/zod"];
    const [, digest = ""] = locked?.integrity.split("sha512-") ?? [];
    expect(listed.get("zod")).toMatchObject({
      version: locked?.version,
      purl: `pkg:npm/zod@${locked?.version}`,
      scope: "required",
      licenses: [{ license: { id: "MIT" } }],
      hashes: [{ alg: "SHA-512", content: Buffer.from(digest, "base64").toString("hex") }],
    });
    expect(listed.get("@node-saml/node-saml")?.purl).toBe("pkg:npm/%40node-saml/node-saml@5.1.0");
  });
});

describe("published sites", () => {
  it("have the notices of their icons and scripts beside them", () => {
    const { name, type, text } = builtAssets["notices.txt"];
    expect([name, type]).toEqual([expect.stringMatching(/^notices-[0-9a-f]{12}\.txt$/), "text/plain; charset=utf-8"]);
    expect(text).toContain("Font Awesome Free by Fonticons, Inc., https://fontawesome.com, under CC BY 4.0");
    expect(text).toContain("Copyright (c) 2026 Lucide Icons and Contributors");
    expect(text).toContain("TERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION");
    expect(builtAssets["site.css"].text).toContain("see notices-*.txt beside this file");
  });
});

/** Bundles a program that imports `probe`, a package with these files, and lists what it contains. */
async function componentsWith(
  files: Readonly<Record<string, string>>,
  { name = "probe", license = "MIT" } = {},
): Promise<readonly Component[]> {
  const root = temporaryFolder();
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  write("package-lock.json", '{ "packages": {} }');
  write("program.js", `export * from "${name}";`);
  write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: "1.0.0", license, main: "index.js" }));
  write(`node_modules/${name}/index.js`, "export const probe = 1;");
  for (const [path, text] of Object.entries(files)) write(path, text);
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ["program.js"],
    bundle: true,
    metafile: true,
    write: false,
  });
  const bundled = new BundledFiles(root);
  bundled.add(metafile, "program.cjs");
  return listComponents(root, bundled);
}

describe("a bundled package", () => {
  const permission = "Permission is hereby granted, free of charge, to any person.";

  it("is listed with its license, its notices and the comments of its files", async () => {
    const [component] = await componentsWith({
      "node_modules/probe/LICENSE": "MIT\n\nCopyright (c) 2020 Probe",
      "node_modules/probe/NOTICE.md": "Contains nothing else.",
      "node_modules/probe/index.js": "/*\n * Copyright (c) 2021 Another\n */\n// Counts.\nexport const probe = 1;",
    });
    expect(component).toEqual({
      name: "probe",
      version: "1.0.0",
      purl: "pkg:npm/probe",
      license: "MIT",
      texts: ["MIT\n\nCopyright (c) 2020 Probe", "Contains nothing else.", "Copyright (c) 2021 Another"],
      sha512: undefined,
      statement: undefined,
      files: ["program.cjs"],
    });
  });

  it("may have its license in its README, if that is a text", async () => {
    const withText = { "node_modules/probe/README.md": `# Probe\n\n## License\n\n${permission}\n\n## More\n` };
    expect((await componentsWith(withText))[0]?.texts).toEqual([permission]);
    await expect(componentsWith({ "node_modules/probe/README.md": "# Probe\n\n## License\n\nMIT\n" })).rejects.toThrow(
      "probe@1.0.0 has no license text in its package",
    );
  });

  it("ends the build if it has no license text", async () => {
    await expect(componentsWith({})).rejects.toThrow(
      "probe@1.0.0 has no license text in its package. Find the text that its authors publish, put it into " +
        "scripts/third-party/texts and name it with its source in scripts/third-party/pinned-texts.ts.",
    );
  });

  it.each(["GPL-3.0-only", "MPL-2.0", "MIT AND LGPL-3.0-only", "SEE LICENSE IN TERMS", ""])(
    "ends the build if nobody has met what its license %j requires",
    async (license) => {
      await expect(componentsWith({ "node_modules/probe/LICENSE": permission }, { license })).rejects.toThrow(
        `probe@1.0.0 has the license ${license}. Replace the package, or meet what its license requires`,
      );
    },
  );

  it("may offer a license that requires a notice only among others", async () => {
    const files = { "node_modules/probe/LICENSE": permission };
    expect(await componentsWith(files, { license: "(GPL-3.0-only OR MIT)" })).toHaveLength(1);
  });

  it("ends the build if it contains a package whose license is not installed", async () => {
    const files = {
      "node_modules/probe/LICENSE": permission,
      "node_modules/probe/index.js":
        "//#region ../../node_modules/.pnpm/inner@2.1.0/node_modules/inner/index.js\nexport const probe = 1;",
    };
    await expect(componentsWith(files)).rejects.toThrow("node_modules/probe contains inner@2.1.0");
    const withInner = {
      ...files,
      "node_modules/inner/package.json": '{ "name": "inner", "version": "2.2.0", "license": "ISC" }',
      "node_modules/inner/LICENSE": permission,
    };
    expect((await componentsWith(withInner)).map(({ name, version }) => `${name}@${version}`)).toEqual([
      "inner@2.1.0",
      "probe@1.0.0",
    ]);
  });

  it("ends the build if its WebAssembly contains a library that is not listed", () => {
    const root = temporaryFolder();
    writeFileSync(join(root, "package-lock.json"), '{ "packages": {} }');
    const folder = join(root, "node_modules/@resvg/resvg-wasm");
    mkdirSync(dirname(folder), { recursive: true });
    cpSync(join(project, "node_modules/@resvg/resvg-wasm"), folder, { recursive: true });
    const bundled = new BundledFiles(root);
    bundled.addFile("node_modules/@resvg/resvg-wasm/index_bg.wasm", "resvg.wasm");
    expect(listComponents(root, bundled).length).toBeGreaterThan(40);
    // The files of the project may be linked to: another file, not another content.
    const file = join(folder, "index_bg.wasm");
    const wasm = Buffer.concat([readFileSync(file), Buffer.from(" crates/unheard-of-1.2.3/src/lib.rs")]);
    rmSync(file);
    writeFileSync(file, wasm);
    expect(() => listComponents(root, bundled)).toThrow("contains unheard-of@1.2.3");
  });

  it("has a text, or is named with one of whose text it shares", () => {
    const component = { name: "probe", license: "MIT", texts: [], files: ["program.cjs"] };
    expect(() => noticesText([component], "")).toThrow("probe has no license text");
  });
});
