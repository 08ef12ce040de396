import { type Job, unless } from "./job.ts";

/** Jobs that only read. */
export const findingJobs: readonly Job[] = [
  {
    name: "upload-limit",
    prompt: "How large may an image be that I upload into our GitBook docs, and on which page do we say so?",
    check: async ({ answer }) =>
      unless(
        [/100\s?MB/i.test(answer), "the limit is 100MB"],
        [/insert-images|Images/.test(answer), "the page is Images"],
      ),
  },
  {
    name: "missing-headings",
    prompt:
      "Every page under Create content > Blocks should have a section headed 'Representation in Markdown' (upper or lower case does not matter). Which of the pages below Blocks do not have one? Just tell me.",
    check: async ({ answer }) => unless([/updates/i.test(answer), "Updates lacks the section"]),
  },
  {
    name: "exact-string",
    prompt:
      "Legal wants to know every page that contains the literal address support@gitbook.com. Give me the list of pages.",
    async check({ answer, paths, text, client, space, pageId }) {
      const problems: string[] = [];
      for (const path of await paths()) {
        if (!(await text(path))?.includes("support@gitbook.com")) continue;
        const { title } = await client.pages.get({ spaceId: space, pageId: await pageId(path) });
        const named = answer.includes(title) || answer.includes(path.split("/").at(-1) ?? path);
        if (!named) problems.push(`${path} is not in the answer`);
      }
      return problems;
    },
  },
  {
    name: "who-links-here",
    prompt:
      "I want to drop the page about merge rules. Before I do: which pages link to it, and with what words? Do not change anything.",
    check: async ({ answer, changeRequests }) =>
      unless(
        [/organization[- ]settings/i.test(answer), "Organization settings links there"],
        [/change[- ]requests[- ]in[- ]a/i.test(answer), "Change requests in a section links there"],
        [(await changeRequests("open")).length === 0, "something was changed"],
      ),
  },
  {
    name: "broken-links",
    prompt:
      "Check the documentation for broken links to pages (not images). Tell me how each should be mended, if you can tell. Do not change anything yet.",
    prepare: async (world) => {
      const spoil = async (path: string, from: string, to: string) => ({
        operation: "update_page" as const,
        page: await world.pageId(path),
        document: { markdown: ((await world.text(path)) ?? "").replace(from, to) },
      });
      const request = await world.propose("Refresh links", [
        await spoil("collaborate/live-edits", "../docs-as-code/git-sync/", "../docs-as-code/git-synch/"),
        await spoil("publish/site-redirects", "../docs-as-code/git-sync/content-configuration.md", "content-config.md"),
      ]);
      await world.merge(request);
      return {};
    },
    check: async ({ answer }) =>
      unless(
        [/live[- ]edits/i.test(answer), "the link of Live edits is broken"],
        [/git-synch/.test(answer), "its target is not named"],
        [/site[- ]redirects/i.test(answer), "the link of Site redirects is broken"],
        [/content-config/i.test(answer), "its target is not named"],
      ),
  },
  {
    name: "what-changed",
    prompt:
      "Somebody merged changes to the Live edits page lately. What exactly changed on that page, by which change requests? Tell me the numbers and the wording before and after.",
    prepare: async (world) => {
      for (const [subject, from, to] of [
        ["Say who can unlock", "administrators and creators", "administrators, creators and reviewers"],
        ["Name the editor tab", "will show the **Editor** tab", "shows the **Write** tab"],
      ] as const) {
        const document = { markdown: ((await world.text("collaborate/live-edits")) ?? "").replace(from, to) };
        const page = await world.pageId("collaborate/live-edits");
        await world.merge(await world.propose(subject, [{ operation: "update_page", page, document }]));
      }
      return {};
    },
    check: async ({ answer }) =>
      unless(
        [/administrators, creators,? and reviewers/i.test(answer), "the first wording is missing"],
        [/Write/.test(answer) && /Editor/.test(answer), "the second wording is missing"],
        [/#?1\b/.test(answer) && /#?2\b/.test(answer), "the numbers are missing"],
      ),
  },
  {
    name: "why-not-merge",
    prompt:
      "My change request 'Tidy the glossary' cannot be merged, I am told. Why, and who can do something about it?",
    prepare: async (world) => {
      await world.client.organizations.update({
        organizationId: world.organization,
        mergeRules: { type: "rules", rules: [{ rule: "require_at_least_one_approved_review" }] },
      });
      const page = await world.pageId("reference/glossary");
      await world.propose("Tidy the glossary", [
        { operation: "update_page", page, description: "Words we use, and what they mean" },
      ]);
      return {};
    },
    check: async ({ answer, changeRequests }) =>
      unless(
        [/approv/i.test(answer), "an approval is missing"],
        [(await changeRequests("open")).length === 1, "the change request should stay open"],
        [(await changeRequests("merged")).length === 0, "it was merged"],
      ),
  },
];
