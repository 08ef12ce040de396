import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { replacedThemes } from "../products/code-palettes.ts";
import type { BundledFiles } from "./bundled-files.ts";
import { type Component, fullName } from "./component.ts";
import { requiredStatement } from "./conditions.ts";
import { readLicenseTexts, readNoticeComments } from "./license-texts.ts";
import { packageParts, requireListedCrates } from "./package-parts.ts";

interface PackageFile {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
}

/** Licenses that `package.json` does not state as an expression, or of which a part alone concerns what is used. */
const licenses: Readonly<Record<string, string>> = {
  "@fortawesome/fontawesome-free": "CC-BY-4.0",
  "dejavu-fonts-ttf": "Bitstream-Vera",
  "png-js": "MIT",
};

/** Packages that npm, or the bundle for hosts, installs beside the program. */
const installedBeside = ["better-sqlite3", "bindings", "file-uri-to-path"];

/** Everything of others that is shipped, in the order of names. Throws where a license text is missing or not met. */
export function listComponents(root: string, bundled: BundledFiles): readonly Component[] {
  const lockFile = join(root, "package-lock.json");
  const { packages: locked } = JSON.parse(readFileSync(lockFile, "utf8")) as {
    packages: Readonly<Record<string, { readonly integrity?: string }>>;
  };
  const components = new Map<string, Component>();
  const add = (component: Component) => {
    const key = `${component.purl ?? ""}${fullName(component)}`;
    const present = components.get(key);
    const files = [...new Set([...(present?.files ?? []), ...component.files])].sort();
    const texts = [...new Set([...(present?.texts ?? []), ...component.texts])];
    components.set(key, { ...(present ?? component), files, texts });
  };

  const addPackage = (folder: string, files: readonly string[], builtFiles: readonly string[]) => {
    const { name, version, license } = readPackageFile(root, folder);
    const published = readLicenseTexts(join(root, folder), fullName({ name, version }));
    const texts = name === "tm-themes" ? published.map(usedThemes) : published;
    const notices = files
      .filter((path) => /\.[cm]?js$/.test(path))
      .flatMap((path) => readNoticeComments(join(root, path), texts));
    const component = {
      ...npmPackage(name, version, licenses[name] ?? license ?? "NOASSERTION"),
      texts: [...texts, ...new Set(notices)],
      sha512: hexadecimalDigest(locked[folder]?.integrity),
      files: builtFiles,
    };
    add({ ...component, statement: requiredStatement(component) });
    const parts = packageParts[fullName(component)] ?? [];
    for (const path of files.filter((path) => path.endsWith(".wasm"))) requireListedCrates(join(root, path), parts);
    for (const part of parts) {
      if (part.license !== component.license) requiredStatement(part);
      add({ ...part, files: builtFiles });
    }
  };

  for (const [folder, { files, builtFiles }] of bundled.byPackage()) {
    addPackage(folder, files, builtFiles);
    for (const nested of bundled.nested(files.map((path) => path))) {
      const [, name = nested, version] = /^(.+?)(?:@([^@]+))?$/.exec(nested) ?? [];
      const installed = join("node_modules", name);
      if (!existsSync(join(root, installed))) {
        throw new Error(`${folder} contains ${nested}, whose license is not installed: add it to devDependencies.`);
      }
      // Of another version, possibly, but the same text.
      const { license = "NOASSERTION" } = readPackageFile(root, installed);
      const component = npmPackage(name, version, license);
      requiredStatement(component);
      add({ ...component, texts: readLicenseTexts(join(root, installed), nested), files: builtFiles });
    }
  }
  for (const name of installedBeside) {
    const folder = join("node_modules", name);
    // npm leaves out optional packages that it cannot build.
    if (existsSync(join(root, folder))) addPackage(folder, [], []);
  }
  return [...components.values()].sort((one, other) => compare(fullName(one), fullName(other)));
}

/** The licenses of themes without those that are not used, or throws for one that permits less. */
function usedThemes(notices: string): string {
  const sections = notices.split(/^={50,}\n(?=Files:)/m).filter((section) => {
    const files = /^Files: *(.*)$/m.exec(section)?.[1]?.split(/, */) ?? [];
    return files.length === 0 || files.some((file) => replacedThemes[file.replace(/\.json$/, "")] === undefined);
  });
  for (const section of sections) {
    const [, license] = /^SPDX: *(\S+)/m.exec(section) ?? [];
    const [, name = ""] = /^Files: *(.*)$/m.exec(section) ?? [];
    if (license !== undefined) requiredStatement({ name, version: undefined, license });
  }
  return sections.join(`${"-".repeat(80)}\n`);
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

const npmPackage = (name: string, version: string | undefined, license: string) => ({
  name,
  version,
  purl: `pkg:npm/${name.replace("@", "%40")}`,
  license: license.replace(/^\((.*)\)$/, "$1"),
});

const readPackageFile = (root: string, folder: string): PackageFile =>
  JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as PackageFile;

function hexadecimalDigest(integrity: string | undefined): string | undefined {
  const digest = /\bsha512-(\S+)/.exec(integrity ?? "")?.[1];
  return digest && Buffer.from(digest, "base64").toString("hex");
}
