import { z } from "zod";
import { briefs } from "../brief.ts";
import { ChangeRequest } from "./change-request.ts";
import { File } from "./file.ts";
import { GitCommit } from "./git.ts";
import { PageSummary, Variables } from "./page.ts";
import { Timestamp } from "./paging.ts";
import { ReusableContent } from "./reusable-content.ts";

const Tag = z.looseObject({
  slug: z.string().describe("Name that pages refer to it by; never changes"),
  label: z.string().describe("What readers see"),
  color: z.string().describe("Name of the color it is shown in"),
  emoji: z.string().optional().describe("Emoji before the label"),
  icon: z.string().optional().describe("Name of the icon before the label"),
});

export const Revision = z
  .looseObject({
    object: z.enum(["revision"]).describe("Always `revision`"),
    id: z.string().describe("Permanent id of this state of the content"),
    type: z
      .enum(["edits", "merge", "rollback", "update", "computed"])
      .describe("What made it; `update` brought a space's content into a change request"),
    parents: z.array(z.string()).describe("Ids of the revisions it was created from"),
    mergedFrom: ChangeRequest.optional().describe("The change request whose merge made it"),
    sourceRevision: z.string().optional().describe("With `computed`: id of the revision it was computed from"),
    pages: z.array(PageSummary).describe("Pages at the root, each with those below it"),
    files: z.array(File).describe("All files of the space"),
    reusableContents: z.array(ReusableContent).describe("Passages that several pages include"),
    variables: Variables.optional().describe("Values that all pages may use, by name"),
    tags: z.array(Tag).optional().describe("Labels that pages may carry"),
    createdAt: Timestamp.describe("When it was created"),
    git: GitCommit.optional().describe("The commit it came from or was exported as"),
    urls: z
      .looseObject({
        app: z.string().describe("Its page in the web app"),
        published: z.string().optional().describe("Where it is published"),
        public: z.string().optional().describe("Where it is published, while open to everyone"),
      })
      .describe("Where to find it"),
  })
  .register(briefs, {
    named: ["id"],
    listed: ["id", "type", "createdAt", "mergedFrom", "git"],
    seldom: ["pages", "files", "reusableContents"],
  });
export type Revision = z.infer<typeof Revision>;
