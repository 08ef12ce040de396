import { type Job, unless } from "./job.ts";

const paragraph = (text: string) => ({
  object: "document" as const,
  data: { schemaVersion: 1 },
  nodes: [
    {
      object: "block",
      type: "paragraph",
      data: {},
      nodes: [{ object: "text", leaves: [{ object: "leaf", text, marks: [] }] }],
    },
  ],
});

/** Jobs around change requests of others. */
export const reviewingJobs: readonly Job[] = [
  {
    name: "review",
    prompt:
      "Review the change request 'Shorten the redirects page' as a careful colleague: does it lose anything or break a link? If so, ask for changes with a comment that says what. Do not merge it.",
    prepare: async (world) => {
      const text = (await world.text("publish/site-redirects")) ?? "";
      const start = text.indexOf("### Enabling draft redirects");
      const end = text.indexOf("### Import redirects from a CSV");
      const markdown = (text.slice(0, start) + text.slice(end)).replace("### Creating redirects", "### New redirects");
      const page = await world.pageId("publish/site-redirects");
      const request = await world.propose("Shorten the redirects page", [
        { operation: "update_page", page, document: { markdown } },
      ]);
      return { request: request.id };
    },
    async check({ client, space, notes, changeRequests }) {
      const names = { spaceId: space, changeRequestId: notes.request ?? "" };
      const { items: reviews } = await client.reviews.list(names);
      const { items: comments } = await client.changeRequestComments.list({ ...names, format: "markdown" });
      const said = JSON.stringify([reviews, comments]);
      return unless(
        [reviews.some(({ status }) => status === "changes-requested"), "no changes were asked for"],
        [/draft/i.test(said), "the lost section is not named"],
        [/creating-redirects|anchor|link/i.test(said), "the broken link is not named"],
        [(await changeRequests("merged")).length === 0, "it was merged"],
      );
    },
  },
  {
    name: "conflict",
    prompt:
      "Merge the change request 'Friendlier live edits' please. If it conflicts with what is there, keep the newer facts from the space and the friendlier tone of the change request. You have my go to merge.",
    prepare: async (world) => {
      const path = "collaborate/live-edits";
      const page = await world.pageId(path);
      const text = (await world.text(path)) ?? "";
      const old = "With live edits enabled, members in your org can edit a section without creating";
      const request = await world.propose("Friendlier live edits", [
        {
          operation: "update_page",
          page,
          document: {
            markdown: text.replace(old, "Great news: with live edits on, everyone can edit a section without creating"),
          },
        },
      ]);
      await world.merge(
        await world.propose("Editors only", [
          {
            operation: "update_page",
            page,
            document: {
              markdown: text.replace(old, "With live edits enabled, editors can edit a section without creating"),
            },
          },
        ]),
      );
      return { request: request.id };
    },
    async check({ client, space, notes, text }) {
      const request = await client.changeRequests.get({ spaceId: space, changeRequestId: notes.request ?? "" });
      const page = (await text("collaborate/live-edits")) ?? "";
      return unless(
        [request.status === "merged", "it is not merged"],
        [/editors can edit/i.test(page), "the newer fact is lost"],
        [/great news/i.test(page), "the friendlier tone is lost"],
        [!page.includes("<<<<<<<") && !page.includes(">>>>>>>"), "marks of the conflict are left"],
      );
    },
  },
  {
    name: "undo-one",
    prompt:
      "Change request #1 ('Call it Write') was a mistake as far as the page Live edits is concerned. Undo what it did on that page, but keep everything that was merged into the page later. Propose it as a change request.",
    prepare: async (world) => {
      const page = await world.pageId("collaborate/live-edits");
      for (const [subject, from, to] of [
        ["Call it Write", "the **Editor** tab", "the **Write** tab"],
        ["Only administrators", "administrators and creators", "administrators"],
      ] as const) {
        const markdown = ((await world.text("collaborate/live-edits")) ?? "").replace(from, to);
        await world.merge(await world.propose(subject, [{ operation: "update_page", page, document: { markdown } }]));
      }
      return {};
    },
    async check({ proposal, text }) {
      const { id } = await proposal();
      const page = (await text("collaborate/live-edits", id)) ?? "";
      return unless(
        [page.includes("the **Editor** tab"), "the first change is not undone"],
        [page.includes("[administrators](member-management/roles.md)"), "the later change is lost"],
      );
    },
  },
  {
    name: "answer-comments",
    prompt:
      "There are open comments on change request 'Longer trial'. Do what they ask for in the change request, answer each briefly, and resolve them. Do not merge.",
    prepare: async (world) => {
      const path = "account-and-billing/billing-faq/free-trial";
      const markdown = `${(await world.text(path)) ?? ""}\n### How long is the trial?\n\nThe trail lasts 30 days.\n`;
      const page = await world.pageId(path);
      const request = await world.propose("Longer trial", [{ operation: "update_page", page, document: { markdown } }]);
      const names = { spaceId: world.space, changeRequestId: request.id };
      for (const body of [
        "Typo: 'trail' should be 'trial'.",
        "It is 14 days, not 30.",
        "Please link to the pricing page here as well.",
      ])
        await world.client.changeRequestComments.create({ ...names, page, body: { markdown: body } });
      return { request: request.id };
    },
    async check({ client, space, notes, text }) {
      const names = { spaceId: space, changeRequestId: notes.request ?? "" };
      const page = (await text("account-and-billing/billing-faq/free-trial", notes.request)) ?? "";
      const { items } = await client.changeRequestComments.list({ ...names, status: "all", limit: 100 });
      const section = page.split("How long is the trial?")[1] ?? "";
      return unless(
        [/trial lasts 14 days/.test(section), "the sentence is not mended"],
        [/gitbook\.com\/pricing/.test(section), "the link is missing"],
        [items.filter(({ replies }) => replies > 0).length === 3, "not every comment is answered"],
        [items.every(({ status }) => status === "resolved"), "not every comment is resolved"],
      );
    },
  },
  {
    name: "house-rules",
    prompt: "Fix the typo 'You can share you content' on the page about share links and get it live.",
    prepare: async (world) => {
      await world.client.agentInstructions.update({
        organizationId: world.organization,
        instructions: paragraph(
          "Agents never merge. They open a change request, ask for a review by leaving it open, and say its number. Subjects of change requests begin with `docs: `.",
        ),
      });
      return {};
    },
    async check({ proposal, text, changeRequests }) {
      const { id, subject } = await proposal();
      return unless(
        [(await changeRequests("merged")).length === 0, "it was merged"],
        [subject.startsWith("docs: "), `the subject is ${subject}`],
        [/share your content/.test((await text("publish/site-audience/share-links", id)) ?? ""), "the typo is there"],
      );
    },
  },
  {
    name: "two-at-once",
    prompt:
      "Which of the open change requests touch the page Glossary, and do they get in each other's way? Tell me which to merge first.",
    prepare: async (world) => {
      const page = await world.pageId("reference/glossary");
      const text = (await world.text("reference/glossary")) ?? "";
      const lines = text.split("\n");
      const at = lines.findIndex((line) => line.length > 60);
      const change = (line: string) => lines.with(at, line).join("\n");
      await world.propose("Glossary: plain words", [
        { operation: "update_page", page, document: { markdown: change("Plain words, first of all.") } },
      ]);
      await world.propose("Roles: shorter", [
        {
          operation: "update_page",
          page: await world.pageId("collaborate/member-management/roles"),
          description: "Roles",
        },
      ]);
      await world.propose("Glossary: exact words", [
        { operation: "update_page", page, document: { markdown: change("Exact words, first of all.") } },
      ]);
      return {};
    },
    check: async ({ answer, changeRequests }) =>
      unless(
        [/#?1\b/.test(answer) && /#?3\b/.test(answer), "it is numbers 1 and 3"],
        [/conflict|same|overlap|collide/i.test(answer), "that they conflict is not said"],
        [(await changeRequests("merged")).length === 0, "something was merged"],
      ),
  },
];
