import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Metafile } from "esbuild";

/** The files of packages that built files contain, from what the bundler says of its outputs. */
export class BundledFiles {
  readonly #root: string;
  /** Built files by the package file in them. */
  readonly #builtFiles = new Map<string, Set<string>>();

  constructor(root: string) {
    this.#root = root;
  }

  add({ outputs }: Metafile, builtFile: string): void {
    for (const { inputs } of Object.values(outputs)) {
      for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
        if (bytesInOutput > 0 && path.includes("node_modules/")) this.addFile(path, builtFile);
      }
    }
  }

  /** A file that is copied or packed instead of bundled. */
  addFile(path: string, builtFile: string): void {
    this.#builtFiles.set(path, (this.#builtFiles.get(path) ?? new Set()).add(builtFile));
  }

  /** Folders of packages, such as `node_modules/koa/node_modules/accepts`, each with its files. */
  byPackage(): ReadonlyMap<string, { readonly files: readonly string[]; readonly builtFiles: readonly string[] }> {
    const grouped = new Map<string, { files: string[]; builtFiles: Set<string> }>();
    for (const [path, builtFiles] of this.#builtFiles) {
      const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0];
      if (folder === undefined) throw new Error(`${path} is in no package.`);
      const group = grouped.get(folder) ?? { files: [], builtFiles: new Set() };
      grouped.set(folder, group);
      group.files.push(path);
      for (const builtFile of builtFiles) group.builtFiles.add(builtFile);
    }
    return new Map(
      [...grouped]
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([folder, { files, builtFiles }]) => [folder, { files, builtFiles: [...builtFiles].sort() }]),
    );
  }

  /** Packages that the authors of packages bundled into their own files, as their bundlers mark them. */
  nested(files: readonly string[]): ReadonlySet<string> {
    const found = new Set<string>();
    for (const path of files.filter((name) => /\.[cm]?js$/.test(name))) {
      const text = readFileSync(join(this.#root, path), "utf8");
      // The version is known where pnpm installed it: `.pnpm/ajv-formats@3.0.1_ajv@8.18.0/node_modules/ajv-formats/`.
      const marks = text.matchAll(
        /^\/\/ ?(?:#region )?\S*?node_modules\/(?:\.pnpm\/(?:@[^+/]+\+)?[^@/]+@([^_/(]+)[^/]*\/node_modules\/)?((?:@[^/\s]+\/)?[^/\s]+)\//gm,
      );
      for (const [, version, name] of marks) found.add(version === undefined ? `${name}` : `${name}@${version}`);
    }
    return found;
  }
}
