import { z } from "zod";
import { briefs } from "../brief.ts";
import { computedMembers } from "./computed-content.ts";
import { GitBlob } from "./git.ts";

/** A passage that several pages include; its body is a separate document. */
export const ReusableContent = z
  .looseObject({
    id: z.string().describe("Stays the same from revision to revision"),
    title: z.string().describe("Name that editors see"),
    git: GitBlob.optional().describe("Source file of the passage"),
    ...computedMembers,
    markdown: z.string().optional().describe("The body, where one passage is read"),
    document: z.string().optional().describe("Names the document that holds its body; absent when empty"),
  })
  .register(briefs, { named: ["id", "title"], listed: ["id", "title", "git.path"] });
export type ReusableContent = z.infer<typeof ReusableContent>;
