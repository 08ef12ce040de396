import { describe, expect, it } from "vitest";
import { documentFromMarkdown } from "../../src/markdown/document/reading/from-markdown.ts";
import { runToEnd } from "../../src/markdown/text/work-in-steps.ts";
import { comparisonBudget } from "../../src/markdown/versions/diff.ts";
import {
  comparingBodies,
  type DifferenceLayout,
  drawingDifference,
} from "../../src/site/difference/draw-difference.ts";
import { markingChanges } from "../../src/site/difference/mark-changes.ts";
import { drawQuietChanges } from "../../src/site/difference/quiet-changes.ts";
import { Html, h } from "../../src/site/html.ts";
import { drawerFor } from "../../src/site/render-document.ts";
import { resolveTarget } from "./site-of-page.ts";

/** The markup of two versions of a text, with what differs marked. */
async function difference(before: string, after: string, layout: DifferenceLayout = "unified"): Promise<string> {
  const [was, is] = [documentFromMarkdown(before), documentFromMarkdown(after)];
  const drawing = { resolve: resolveTarget, basePath: "/" };
  const [drawBefore, drawAfter] = await Promise.all([
    drawerFor(was, { ...drawing, idPrefix: "before-" }),
    drawerFor(is, drawing),
  ]);
  const compared = runToEnd(comparingBodies({ before: was.nodes, after: is.nodes, layout, folds: false }));
  return runToEnd(drawingDifference(compared, { drawBefore, drawAfter })).text;
}

const tableOf = (...rows: string[]) => ["| Plan | Requests | Support |", "| --- | --- | --- |", ...rows].join("\n");

const free = "| Free | 10 | Forum |";
const team = "| Team | 50 | Business days |";
const paid = "| Paid | 100 | Day and night |";

/** The rows of the only table, each with its class and without its other tags. */
const rowsIn = (markup: string) =>
  [...markup.matchAll(/<tr(?: class="(\w+)")?>(.*?)<\/tr>/gs)].map(([, kind = "", cells = ""]) =>
    `${kind} ${cells.replace(/<(?!\/?(?:ins|del)>)[^>]*>/g, " ")}`.replace(/\s+/g, " ").trim(),
  );

describe("a table", () => {
  it("is compared row by row, so that a removed row does not shift the others", async () => {
    const markup = await difference(tableOf(free, team, paid), tableOf(free, "| Paid | 120 | Day and night |"));
    expect(rowsIn(markup)).toEqual([
      "Plan Requests Support",
      "Free 10 Forum",
      "was <del>Team</del> <del>50</del> <del>Business days</del>",
      "Paid <del>100</del><ins>120</ins> Day and night",
    ]);
  });

  it("marks a new row whose cells have nothing in common with another", async () => {
    const markup = await difference(tableOf(free, paid), tableOf(free, "| Trial | 1 | None |", paid));
    expect(rowsIn(markup).slice(2)).toEqual([
      "is <ins>Trial</ins> <ins>1</ins> <ins>None</ins>",
      "Paid 100 Day and night",
    ]);
  });

  it("marks rows in their own version if the versions are side by side", async () => {
    const markup = await difference(tableOf(free, team, paid), tableOf(free, paid), "split");
    const [before = "", after = ""] = markup.split('<div class="content is">');
    expect(rowsIn(before)[2]).toBe("was <del>Team</del> <del>50</del> <del>Business days</del>");
    expect(rowsIn(after).slice(1)).toEqual(["Free 10 Forum", "Paid 100 Day and night"]);
  });

  it("marks the words of a changed heading, and shows both versions if a column was removed", async () => {
    const [before, after] = [tableOf(free), tableOf(free).replace("Requests", "Calls")];
    expect(await difference(before, after)).toContain("<del>Requests</del><ins>Calls</ins>");
    const narrow = "| Plan | Requests |\n| --- | --- |\n| Free | 10 |";
    const markup = await difference(tableOf(free, paid), `${narrow}\n| Paid | 100 |`);
    expect(markup.match(/<table>/g)).toHaveLength(2);
    expect(markup).toContain("<del>Support</del>");
  });

  it("is compared row by row with a thousand rows", async () => {
    const rows = Array.from({ length: 1000 }, (_, index) => `| Plan${index} | ${index} | Support ${index} |`);
    const markup = await difference(tableOf(...rows), tableOf(...rows.filter((_, index) => index !== 500)));
    expect(markup.match(/<tr class="was">/g)).toHaveLength(1);
  });

  it("has its last rows shown whole if the budget of the page was spent on those before them", async () => {
    const words = Array.from({ length: 1000 }, (_, index) => `word${index}`);
    const shuffled = words.map((_, index) => words[(index * 619) % words.length]);
    const rowsOf = (cell: readonly unknown[]) =>
      Array.from({ length: 8 }, (_, index) => `| Row${index} | ${cell.join(" ")} | Yes |`);
    const markup = await difference(tableOf(...rowsOf(words)), tableOf(...rowsOf(shuffled)));
    const kinds = [...markup.matchAll(/<tr(?: class="(\w+)")?>/g)].map(([, kind]) => kind);
    expect(kinds.slice(0, 2)).toEqual([undefined, undefined]);
    expect(kinds.slice(-2)).toEqual(["was", "is"]);
  });
});

describe("a list", () => {
  it("is compared item by item", async () => {
    const markup = await difference(
      "* Wait a second\n* Try again\n* Give up after five attempts",
      "* Wait a second\n* Give up after six attempts",
    );
    expect(markup).toContain('<li class="was"><p><del>Try again</del></p></li>'.replace(/<\/?p>/g, ""));
    expect(markup).toContain("<del>five</del><ins>six</ins>");
    expect(markup.match(/<ul/g)).toHaveLength(1);
  });

  it("keeps its markup well-formed around a nested list", async () => {
    const markup = await difference(
      "* One thing\n  * Inner\n* Two things",
      "* One thing\n  * Inner\n  * More\n* Two things",
    );
    expect(markup.match(/<ul/g)?.length).toBe(markup.match(/<\/ul>/g)?.length);
    expect(markup).toContain("<ins>More</ins>");
  });

  it("is compared item by item after an item with an icon", () => {
    const first = h("li", {}, h("svg", {}, h("path", { d: "M0 0" })), "First item");
    const [second, third] = [h("li", {}, "Second item"), h("li", {}, "Third thing")];
    const [was, is] = [h("ul", {}, first, second, third), h("ul", {}, first, third)];
    const { unified } = runToEnd(markingChanges(was, is, comparisonBudget()));
    expect(unified?.text.match(/<li class="(?:was|is)">.*?<\/li>/gs)).toEqual([
      '<li class="was"><del>Second item</del></li>',
    ]);
  });

  it("repeats no id where tasks of both versions are shown", async () => {
    const tasks = (...words: string[]) => words.map((word) => `* [ ] ${word}`).join("\n");
    const markup = await difference(
      tasks("Plan it", "Write it", "Ship it"),
      tasks("Plan it", "Ship it", "Measure all"),
    );
    const ids = [...markup.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(ids.length).toBeGreaterThan(3);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

/** The notes below a change that its words do not show. */
const notesIn = (markup: string) =>
  [...(/<ul class="quiet-changes">(.*?)<\/ul>/s.exec(markup)?.[1]?.matchAll(/<li>(.*?)<\/li>/gs) ?? [])].map(
    ([, note]) => note,
  );

describe("a note below a change", () => {
  it("names the old and the new target of a link", async () => {
    const markup = await difference("See [the plan](https://a.example).", "See [the plan](https://b.example/x).");
    expect(notesIn(markup)).toEqual(["Link “the plan”: <del>https://a.example</del> <ins>https://b.example/x</ins>"]);
  });

  it.each([
    ["click here", "click [here](https://evil.example)", ["Link “here”: <ins>https://evil.example</ins>"]],
    ["click [here](https://a.example)", "click here", ["Link “here”: <del>https://a.example</del>"]],
    [
      "To begin with the service, [login](https://a.example).",
      "To begin with the service, [sign in](https://evil.example) [new](https://c.example).",
      [
        "Link “sign in”: <ins>https://evil.example</ins>",
        "Link “new”: <ins>https://c.example</ins>",
        "Link “login”: <del>https://a.example</del>",
      ],
    ],
    [
      "Go [here](https://a.example) [here](https://b.example)",
      "Go [here](https://evil.example) [here](https://b.example) [new](https://c.example)",
      [
        "Link “here”: <del>https://a.example</del> <ins>https://evil.example</ins>",
        "Link “new”: <ins>https://c.example</ins>",
      ],
    ],
    [
      "[login](https://a.example)",
      "[sign in](https://evil.example)",
      ["Link “sign in”: <ins>https://evil.example</ins>"],
    ],
    [
      "Go [left](https://a.example) [right](https://b.example)",
      "Go [right](https://b.example) [left](https://a.example)",
      [],
    ],
  ])("names the targets of changed, added and removed links: %s, %s", async (before, after, notes) => {
    expect(notesIn(await difference(before, after))).toEqual(notes);
  });

  it("is drawn for markup with a link that does not end", () => {
    const block = documentFromMarkdown("Text").nodes[0];
    if (block === undefined) throw new Error("The document has no block.");
    const drawn = Html.trusted('<p><a href="https://a.example">here</p>');
    expect(drawQuietChanges({ before: block, after: block, drawnBefore: drawn, drawnAfter: drawn })).toBeUndefined();
  });

  it("names the file, the description and the size of a picture", async () => {
    const before = '<figure><img src="https://a.example/a.png" alt="A tern" width="100"></figure>';
    const after = '<figure><img src="https://a.example/b.png" alt="A flying tern" width="200"></figure>';
    expect(notesIn(await difference(before, after))).toEqual([
      "Picture: <del>a.png</del> <ins>b.png</ins>",
      "Picture description: <del>A tern</del> <ins>A flying tern</ins>",
      "Picture width: <del>100</del> <ins>200</ins>",
    ]);
  });

  it("names a setting of the block", async () => {
    const hint = (style: string) => `{% hint style="${style}" %}\nDo not retry.\n{% endhint %}`;
    expect(notesIn(await difference(hint("info"), hint("danger")))).toEqual([
      "style: <del>info</del> <ins>danger</ins>",
    ]);
  });

  it("is left out for the address of a heading, which follows from its words", async () => {
    const text = "Ten requests a second are allowed for each client.";
    expect(notesIn(await difference(`## All our limits\n\n${text}`, `## All the limits\n\n${text}`))).toEqual([]);
  });

  it("is left out if only words changed", async () => {
    expect(
      notesIn(await difference("See [the plan](https://a.example).", "Read [the plan](https://a.example).")),
    ).toEqual([]);
  });

  it("escapes addresses and descriptions", async () => {
    const markup = await difference(
      "[x](https://a.example) ![](https://a.example/a.png)",
      '[x](https://b.example/"><script>alert(1)</script>) ![<script>](https://a.example/a.png)',
    );
    expect(markup).not.toContain("<script>");
  });
});

describe("a section that moved", () => {
  const [first, second] = [
    "## Quotas\n\nA quota is counted for each month.",
    "## Bursts\n\nTwenty for a moment, then ten.",
  ];
  const end = "The rest of the page stays where it was all along.";

  it("is moved with its heading", async () => {
    const markup = await difference(`${first}\n\n${second}\n\n${end}`, `${second}\n\n${first}\n\n${end}`);
    expect(markup).not.toMatch(/step-(?:added|removed)/);
    expect(markup.match(/step-moved-here/g)).toHaveLength(2);
    expect(markup.match(/step-moved-away/g)).toHaveLength(2);
  });

  it("does not include an equal short block elsewhere", async () => {
    const markup = await difference(`## Notes\n\n${end}`, `${end}\n\nSomething else entirely.\n\n## Notes`);
    expect(markup.match(/step-(?:added|removed)/g)?.length).toBeGreaterThan(1);
  });
});
