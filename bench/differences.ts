import { signedIn } from "./desk.ts";
import { holdingOf } from "./loop-holding.ts";
import { openWorkspace, withFolder } from "./workspace.ts";

/**
 * Opens the views of changes to pages of the largest size, and prints for each its time, the processor time, the longest
 * time that the event loop was held, and the size of the answer:
 *
 *     npx tsx bench/differences.ts [--case <part of a name>]
 */
const size = 4_800_000;

const numbered = (part: (number: number) => string): string => {
  const parts: string[] = [];
  for (let length = 0, lines = 0; length < size && lines < 99_000; length += parts.at(-1)?.length ?? 1) {
    parts.push(part(parts.length));
    lines += (parts.at(-1) ?? "").split("\n").length - 1;
  }
  return parts.join("");
};

interface Case {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

const paragraphs = numbered(
  (number) =>
    `Paragraph ${number} says that ten requests a second are allowed for each client of this service, and twenty for a moment.\n\n`,
);
const lines = numbered((number) => `Line ${number} of a long paragraph, with words like any other line has here.\n`);
const rows = `| Plan | Requests |\n| --- | --- |\n${numbered((number) => `| Plan ${number} of those there are | ${number} requests |\n`)}`;
const headings = numbered(
  (number) => `## Section ${number}\n\nText of it, which is long enough to be like others are.\n\n`,
);
const words = numbered((number) => `word${number} `);

const cases: readonly Case[] = [
  {
    name: "one paragraph",
    before: paragraphs,
    after: paragraphs.replace("Paragraph 20000 says", "Paragraph 20000 tells"),
  },
  { name: "every paragraph", before: paragraphs, after: paragraphs.replaceAll("ten", "twelve") },
  {
    name: "every tenth paragraph",
    before: paragraphs,
    after: paragraphs.replace(/(Paragraph \d+0 says that )ten/g, "$1twelve"),
  },
  { name: "paragraphs in another order", before: paragraphs, after: paragraphs.split("\n\n").sort().join("\n\n") },
  { name: "lines of one paragraph", before: lines, after: lines.replace(/(Line \d+0 of a )long/g, "$1short") },
  { name: "rows of a table", before: rows, after: rows.replace(/(Plan \d+0 of )those/g, "$1all") },
  { name: "every section", before: headings, after: headings.replaceAll("like", "unlike") },
  { name: "one line of words", before: words, after: words.replaceAll("7 ", "8 ") },
];

const wanted = process.argv[process.argv.indexOf("--case") + 1] ?? "";
const chosen = cases.filter(({ name }) => !process.argv.includes("--case") || name.includes(wanted));

await withFolder("differences", async (folder) => {
  const workspace = await openWorkspace(folder);
  const { client, organization } = workspace;
  const open = await signedIn(workspace);
  for (const { name, before, after } of chosen) {
    const { id: spaceId } = await client.spaces.create({ organizationId: organization, title: name });
    const change = async (changes: Parameters<typeof client.changeRequestContent.apply>[0]["changes"]) => {
      const made = await client.changeRequests.create({ spaceId, subject: "Change" });
      await client.changeRequestContent.apply({ spaceId, changeRequestId: made.id, changes });
      return made;
    };
    const first = await change([{ operation: "insert_page", document: { markdown: before } }]);
    await client.changeRequests.merge({ spaceId, changeRequestId: first.id });
    const { pages } = await client.pages.list({ spaceId });
    const [page] = pages;
    const second = await change([{ operation: "update_page", page: page?.id ?? "", document: { markdown: after } }]);
    const at = `/app/${organization}/s/${spaceId}/~/changes/${second.number}`;
    const names = { spaceId, changeRequestId: second.id };
    const steps: Readonly<Record<string, () => Promise<number>>> = {
      rendered: async () => (await (await open(at)).arrayBuffer()).byteLength,
      "side by side": async () => (await (await open(`${at}?show=split`)).arrayBuffer()).byteLength,
      "its Markdown": async () => (await (await open(`${at}?show=markdown`)).arrayBuffer()).byteLength,
      changes: async () => JSON.stringify(await client.changeRequestContent.changes(names)).length,
    };
    for (const [what, work] of Object.entries(steps)) {
      const { ms, processor, longest, result } = await holdingOf(work);
      const figures = [ms, processor, longest].map((time) => `${Math.round(time)} ms`);
      console.log(`${name}: ${what}: ${figures[0]}, processor ${figures[1]}, held ${figures[2]}, ${result} bytes`);
    }
  }
  await workspace.platform.close();
});
