// Lists what published pages show as markup instead of what it stands for: `tsx scripts/raw-markup.ts <folder of docs>…`.
import { relative } from "node:path";
import { storeFolder } from "../src/cli/preview.ts";
import { previewFolder } from "../src/platform/publishing/published/preview-folder.ts";

/** In the text of a page, outside code. */
const kinds: Readonly<Record<string, RegExp>> = {
  "GitBook tag": /\{%[^%]{0,200}%\}/g,
  "HTML tag": /<\/?[a-z][a-z0-9-]*(?:\s[^<>]{0,300})?\/?>/gi,
  "HTML comment": /<!--/g,
  link: /!?\[[^\][]{1,200}\]\([^()\s]{1,300}\)/g,
  "end of a link": /\]\((?![^()\s]{0,300}\))/g,
  "bold marks": /\*\*(?=\S)/g,
  heading: /^#{1,6} \S/gm,
  fence: /^\s*(?:```|~~~)/gm,
};

const folders = process.argv.slice(2);
if (folders.length === 0) {
  process.stderr.write("Usage: tsx scripts/raw-markup.ts <folder of docs>…\n");
  process.exit(2);
}
for (const folder of folders) await report(folder);

async function report(folder: string): Promise<void> {
  const preview = await previewFolder(folder, storeFolder);
  try {
    await preview.refresh();
    const sitemap = await (await preview.fetch(new Request("http://127.0.0.1/sitemap.xml"))).text();
    const paths = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => new URL(url ?? "").pathname);
    const found = new Map<string, { times: number; readonly pages: Set<string> }>();
    let failed = 0;
    for (const path of paths) {
      const response = await preview.fetch(
        new Request(`http://127.0.0.1${path}`, { headers: { accept: "text/html" } }),
      );
      if (response.status !== 200) {
        failed += 1;
        console.log(`  ${response.status} ${path}`);
      }
      const text = shownText(await response.text());
      for (const [kind, pattern] of Object.entries(kinds)) {
        for (const [match] of text.matchAll(pattern)) {
          const what = `${kind}: ${match.trim().replaceAll(/\s+/g, " ").slice(0, 100)}`;
          const known = found.get(what) ?? { times: 0, pages: new Set() };
          known.times += 1;
          known.pages.add(path);
          found.set(what, known);
        }
      }
    }
    const times = [...found.values()].reduce((sum, one) => sum + one.times, 0);
    const pages = new Set([...found.values()].flatMap((one) => [...one.pages]));
    const name = relative(process.cwd(), folder) || folder;
    console.log(`${name}: ${paths.length} pages, ${failed} failed, raw markup ${times} times on ${pages.size} pages`);
    for (const [what, one] of [...found].sort(([, a], [, b]) => b.times - a.times).slice(0, 40)) {
      console.log(`  ${one.times} on ${one.pages.size}: ${what}  (${[...one.pages][0]})`);
    }
  } finally {
    await preview.close();
  }
}

/** The text of a page's content outside code. */
function shownText(html: string): string {
  const content = /<div class="content">([\s\S]*)<div class="after">/.exec(html)?.[1] ?? "";
  return content
    .replaceAll(/<(pre|code|kbd|svg|math|script|style)\b[\s\S]*?<\/\1>/g, " ")
    .replaceAll(/<(?:br|\/?(?:p|div|li|h[1-6]|td|th|tr))\b[^<>]*>/g, "\n")
    .replaceAll(/<[^<>]*>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
}
