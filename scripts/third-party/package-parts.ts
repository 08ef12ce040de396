import { readFileSync } from "node:fs";
import type { Component } from "./component.ts";
import { pinnedText } from "./pinned-texts.ts";

type Part = Omit<Component, "files">;

const part = (name: string, version: string | undefined, license: string, ...texts: string[]): Part => ({
  name,
  version,
  license,
  texts: texts.map(pinnedText),
});

/** A library on crates.io. Where Apache-2.0 is offered, its text is in the notices once, at the end. */
const crate = (name: string, version: string | undefined, license: string, text?: string): Part => ({
  ...part(name, version, license, ...(text === undefined ? [] : [text])),
  purl: `pkg:cargo/${name}`,
});

const either = "MIT OR Apache-2.0";

/** Rust libraries in resvg.wasm, as its messages name them, and those that it takes from Git. */
const crates: readonly Part[] = [
  part("Rust standard library", "1.76.0-nightly", either),
  crate("resvg", "0.34.0", "MPL-2.0"),
  crate("usvg", "0.34.0", "MPL-2.0"),
  crate("wasm-bindgen", undefined, either),
  crate("adler32", "1.2.0", "Zlib", "adler32"),
  crate("alloc-no-stdlib", "2.0.4", "BSD-3-Clause", "alloc-no-stdlib"),
  crate("arrayvec", "0.7.4", either),
  crate("base64", "0.21.7", either),
  crate("bitvec", "1.0.1", "MIT", "bitvec"),
  crate("brotli-decompressor", "2.5.1", "BSD-3-Clause OR MIT", "brotli-decompressor"),
  crate("bytemuck", "1.15.0", "Zlib OR Apache-2.0 OR MIT"),
  crate("bytes", "1.6.0", "MIT", "bytes"),
  crate("data-url", "0.2.0", either),
  crate("deflate", "1.0.0", either),
  crate("flate2", "1.0.28", either),
  crate("fontdb", "0.14.1", "MIT", "fontdb"),
  crate("gif", "0.12.0", either),
  crate("hashbrown", "0.14.3", either),
  crate("imagesize", "0.12.0", "MIT", "imagesize"),
  crate("jpeg-decoder", "0.3.1", either),
  crate("kurbo", "0.9.5", either),
  crate("miniz_oxide", "0.5.4", "MIT OR Zlib OR Apache-2.0"),
  crate("miniz_oxide", "0.7.2", "MIT OR Zlib OR Apache-2.0"),
  crate("pathfinder_content", "0.5.0", either),
  crate("png", "0.17.5", either),
  crate("rctree", "0.5.0", "MIT", "rctree"),
  crate("roxmltree", "0.18.1", either),
  crate("rustybuzz", "0.7.0", "MIT", "rustybuzz"),
  crate("serde_json", "1.0.115", either),
  crate("simplecss", "0.2.1", either),
  crate("slotmap", "1.0.7", "Zlib", "slotmap"),
  crate("smallvec", "1.13.2", either),
  crate("svgtypes", "0.11.0", either),
  crate("svgtypes", "0.14.0", either),
  crate("tiny-skia", "0.10.0", "BSD-3-Clause", "tiny-skia"),
  crate("tiny-skia-path", "0.10.0", "BSD-3-Clause", "tiny-skia"),
  crate("tinyvec", "1.6.0", "Zlib OR Apache-2.0 OR MIT"),
  crate("ttf-parser", "0.18.1", either),
  crate("unicode-bidi", "0.3.15", either),
  crate("unicode-general-category", "0.6.0", "Apache-2.0"),
  crate("weezl", "0.1.8", either),
  crate("woff2", "0.3.0", "Apache-2.0"),
  crate("xmlparser", "0.13.6", either),
  crate("xmlwriter", "0.1.0", "MIT", "xmlwriter"),
];

/** Crates that a file of WebAssembly names: the paths of their sources are in its messages. */
function cratesIn(wasm: Uint8Array): ReadonlySet<string> {
  const text = Buffer.from(wasm).toString("latin1");
  const named = text.matchAll(/[/ ]([a-z][a-z0-9_-]*-\d+\.\d+\.\d+)(?=\/src\/)/gi);
  return new Set([...named].map(([, name = ""]) => name.replace(/-(?=\d+\.\d+\.\d+$)/, "@")));
}

/**
 * What packages contain of others without saying so in a way that can be found: what is compiled, and data. Each with
 * the version of the package that was looked at.
 */
export const packageParts: Readonly<Record<string, readonly Part[]>> = {
  "@resvg/resvg-wasm@2.6.2": crates,
  "elkjs@0.11.1": [
    part("Google Web Toolkit", "2.11.0", "Apache-2.0"),
    part("Guava", "31.1", "Apache-2.0"),
    part("Eclipse Layout Kernel", "0.11.0", "EPL-2.0"),
    part("Eclipse Modeling Framework for GWT", "2.12.4", "EPL-2.0"),
    part("Xtext and Xtend libraries", "2.36.0", "EPL-2.0"),
  ],
  "entities@7.0.1": [part("he", undefined, "MIT", "he")],
  "undici@7.30.0": [part("llhttp", undefined, "MIT", "llhttp")],
  "linebreak@1.1.0": [part("Unicode Character Database", undefined, "Unicode-3.0", "unicode-3.0")],
  "better-sqlite3@12.11.1": [part("SQLite", "3.53.2", "blessing")],
};

/** Throws if the WebAssembly of a package names a crate that its list of parts lacks. */
export function requireListedCrates(file: string, parts: readonly Part[]): void {
  const listed = new Set(parts.map(({ name, version }) => `${name}@${version}`));
  const missing = [...cratesIn(readFileSync(file))].filter((name) => !listed.has(name));
  if (missing.length > 0) {
    throw new Error(`${file} contains ${missing.join(", ")}: add them to scripts/third-party/package-parts.ts.`);
  }
}
