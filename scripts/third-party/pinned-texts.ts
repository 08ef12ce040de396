import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A license that a package does not contain. */
interface PinnedText {
  readonly text: string;
  /** Where the text, or the declaration, is from. */
  readonly source: string;
}

export const pinnedText = (file: string): string =>
  readFileSync(join(import.meta.dirname, "texts", `${file}.txt`), "utf8").trim();

const published = (file: string, source: string): PinnedText => ({ text: pinnedText(file), source });

/** The standard text for authors who declare the license in `package.json` and publish its text nowhere. */
const declaredMit = (author: string, source: string): PinnedText => ({
  text: `MIT License

Copyright (c) ${author}

${pinnedText("mit")}

(The package and its repository declare the MIT license and contain no text of it. This is its standard text, with the
author that package.json names.)`,
  source,
});

/** By package and version, so that they are looked at again with each new version. */
export const pinnedTexts: Readonly<Record<string, PinnedText>> = {
  "@bomb.sh/tab@0.0.22": declaredMit("Bombshell Authors", "https://github.com/bombshell-dev/tab"),
  "@resvg/resvg-wasm@2.6.2": published("mpl-2.0", "https://github.com/yisibl/resvg-js/blob/v2.6.2/LICENSE"),
  "brotli@1.3.3": declaredMit("Devon Govett", "https://github.com/foliojs/brotli.js/tree/v1.3.3"),
  "dfa@1.2.0": declaredMit("Devon Govett", "https://github.com/foliojs/dfa/tree/v1.2.0"),
  "fontkit@2.0.4": declaredMit("Devon Govett", "https://github.com/foliojs/fontkit/tree/v2.0.4"),
  "franc@6.2.0": published(
    "franc",
    "https://github.com/wooorm/franc/blob/398af8b77088974aff4f6c9e4bfd548ea4fb261e/packages/franc/license",
  ),
  "koa-compose@4.2.0": published(
    "koa-compose",
    "https://github.com/koajs/compose/blob/903480c36957776f8561a33a840cdd0a06ad611f/LICENSE",
  ),
};
