import hljs from "highlight.js/lib/common";
import dockerfile from "highlight.js/lib/languages/dockerfile";
import groovy from "highlight.js/lib/languages/groovy";
import http from "highlight.js/lib/languages/http";
import latex from "highlight.js/lib/languages/latex";
import nginx from "highlight.js/lib/languages/nginx";
import powershell from "highlight.js/lib/languages/powershell";
import properties from "highlight.js/lib/languages/properties";
import protobuf from "highlight.js/lib/languages/protobuf";
import scala from "highlight.js/lib/languages/scala";
import { Html, join } from "./html.ts";

const added = { dockerfile, groovy, http, latex, nginx, powershell, properties, protobuf, scala };
for (const [name, language] of Object.entries(added)) hljs.registerLanguage(name, language);

const nearest: Readonly<Record<string, string>> = {
  solidity: "typescript",
  sol: "typescript",
  tsx: "typescript",
  jsx: "javascript",
  jsonc: "json",
  json5: "json",
  zsh: "bash",
  dotenv: "properties",
  toml: "ini",
  vue: "xml",
  svelte: "xml",
};

/** UTF-16 units: highlighting more takes longer than a reader would wait. */
const maxHighlightedChars = 60_000;

/** Code with a class on each token that the language distinguishes. */
export function highlight(text: string, syntax: string | undefined): Html {
  const named = syntax?.toLowerCase() ?? "";
  const language = nearest[named] ?? named;
  if (text.length > maxHighlightedChars || hljs.getLanguage(language) === undefined) return join(text);
  return Html.trusted(hljs.highlight(text, { language, ignoreIllegals: true }).value);
}
