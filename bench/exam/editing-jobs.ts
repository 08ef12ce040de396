import { type Job, occurrences, unless } from "./job.ts";

/** Jobs that write into a change request. */
export const editingJobs: readonly Job[] = [
  {
    name: "one-passage",
    prompt:
      "Images may be 250MB now instead of 100MB. Propose that change on the page about inserting images. Only images: files stay at 100MB.",
    async check({ proposal, text }) {
      const { id } = await proposal();
      const before = await text("create-content/blocks/insert-images");
      const after = await text("create-content/blocks/insert-images", id);
      return unless(
        [after === before?.replace("100MB", "250MB"), "the page differs by more or less than the number"],
        [
          (await text("create-content/blocks/insert-files", id))?.includes("100MB") === true,
          "the page about files was changed",
        ],
      );
    },
  },
  {
    name: "new-page",
    prompt:
      "Write a short page 'Pinned comments' and place it right after Comments under Collaborate. It should say that a comment can be pinned to the top of the comments panel from its menu, by reviewers and above, and link to the page about roles. Mention it with a link at the end of the Comments page. Leave it as a change request for me.",
    async check({ proposal, paths, text, client, space }) {
      const { id } = await proposal();
      const all = await paths(id);
      const page = all.find((path) => path.startsWith("collaborate/") && path.includes("pinned"));
      const pagePath = "collaborate/member-management/roles";
      const roles = await client.pages.getByPath({ spaceId: space, pagePath });
      return unless(
        [page !== undefined, "there is no page below Collaborate"],
        [all[all.indexOf("collaborate/comments") + 1] === page, "it is not placed after Comments"],
        [
          new RegExp(`roles|/pages/${roles.id}`).test((await text(page ?? "", id)) ?? ""),
          "it does not link to the roles",
        ],
        [/pinned/i.test((await text("collaborate/comments", id)) ?? ""), "Comments does not mention it"],
      );
    },
  },
  {
    name: "rename-term",
    prompt:
      "We renamed 'Quick find' to 'Jump bar'. Change it everywhere in the text below 'Create content > Searching internal content', including the title of its page. Addresses of pages must stay as they are. Propose it.",
    async check({ proposal, paths, text, client, space }) {
      const { id } = await proposal();
      const below = (await paths()).filter((path) => path.startsWith("create-content/searching-your-content"));
      const problems: string[] = [];
      for (const path of below) {
        const now = await text(path, id);
        if (now === undefined) problems.push(`${path} is gone`);
        else if (/Quick find/.test(now)) problems.push(`${path} still says Quick find`);
      }
      const page = await client.changeRequestContent.pageByPath({
        spaceId: space,
        changeRequestId: id,
        pagePath: "create-content/searching-your-content/quick-find",
      });
      return [...problems, ...unless([/Jump bar/.test(page.title), "the page's title is the old one"])];
    },
  },
  {
    name: "rename-heading",
    prompt:
      "On the page Site redirects, rename the heading 'Creating redirects' to 'Add a redirect'. Links to that section must keep working. Propose it.",
    async check({ proposal, text }) {
      const { id } = await proposal();
      const page = (await text("publish/site-redirects", id)) ?? "";
      const anchored = /### Add a redirect.*id="creating-redirects"/.test(page);
      const followed = page.includes("#add-a-redirect") && !page.includes("#creating-redirects");
      return unless(
        [/^### Add a redirect/m.test(page), "the heading is not renamed"],
        [anchored || followed, "a link to the section leads nowhere"],
      );
    },
  },
  {
    name: "move-page",
    prompt:
      "Move the page 'Live edits' so that it sits under 'Change requests' in Collaborate, as the last page there. Propose it, and tell me its new address and whether any links break.",
    async check({ proposal, paths, answer }) {
      const { id } = await proposal();
      const all = await paths(id);
      return unless(
        [all.includes("collaborate/change-requests/live-edits"), "it is not under Change requests"],
        [answer.includes("collaborate/change-requests/live-edits"), "the new address is not told"],
      );
    },
  },
  {
    name: "several-pages",
    prompt:
      "Give these pages a description each, in one change request: 'Roles': 'What each role may do'; 'Teams': 'Manage access for groups of people'; 'Comments': 'Discuss content where it is'. Change nothing else.",
    async check({ proposal, client, space, pageId, text }) {
      const { id } = await proposal();
      const problems: string[] = [];
      for (const [path, description] of [
        ["collaborate/member-management/roles", "What each role may do"],
        ["collaborate/member-management/teams", "Manage access for groups of people"],
        ["collaborate/comments", "Discuss content where it is"],
      ] as const) {
        const page = await client.changeRequestContent.page({
          spaceId: space,
          changeRequestId: id,
          pageId: await pageId(path),
        });
        if (page.description !== description) problems.push(`${path} is described as ${page.description}`);
        const body = (markdown: string | undefined) => markdown?.replace(/^---\n[\s\S]*?\n---\n/, "");
        if (body(await text(path)) !== body(await text(path, id))) problems.push(`the text of ${path} was changed`);
      }
      return problems;
    },
  },
  {
    name: "split-page",
    prompt:
      "The page Merge rules is too long. Take its section 'Best practices' out into a new page 'Merge rules: best practices' right below Merge rules (as its neighbour after it), with the section's text unchanged, and leave one sentence with a link in its place. Propose it.",
    async check({ proposal, paths, text }) {
      const { id } = await proposal();
      const all = await paths(id);
      const page = all.find((path) => path.includes("best-practices") && path.startsWith("collaborate/"));
      const before = (await text("collaborate/merge-rules")) ?? "";
      const section = before.split("## Best practices")[1]?.split("\n## ")[0]?.trim() ?? "";
      const left = (await text("collaborate/merge-rules", id)) ?? "";
      return unless(
        [page !== undefined, "there is no new page"],
        [section !== "" && ((await text(page ?? "", id)) ?? "").includes(section), "its text is not the section's"],
        [!left.includes(section), "the section is still on the old page"],
        [/best[- ]practices/i.test(left), "the old page does not link to the new one"],
        [left.includes("## Available rule types"), "other sections of the old page are gone"],
      );
    },
  },
  {
    name: "subtree-replacement",
    prompt:
      "Below 'Publish', every mention of 'Azure AD' in running text, titles and headings should read 'Microsoft Entra ID' (addresses and links must keep working, file names stay). Show me first how many places that is, then propose it.",
    async check({ proposal, paths, text }) {
      const { id } = await proposal();
      let left = 0;
      let done = 0;
      for (const path of (await paths()).filter((found) => found.startsWith("publish"))) {
        const now = await text(path, id);
        left += occurrences(now?.replaceAll(/\([^)]*\)|`[^`]*`|<[^>]*>/g, ""), "Azure AD");
        done += occurrences(now, "Microsoft Entra ID");
      }
      const whole = await paths(id);
      return unless(
        [left === 0, `${left} places still say Azure AD`],
        [done > 5, `only ${done} places say Microsoft Entra ID`],
        [whole.some((path) => path.endsWith("setting-up-azure-ad")), "the address of the page changed"],
      );
    },
  },
];
