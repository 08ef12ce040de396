import { z } from "zod";
import { briefs } from "../brief.ts";
import { Impact } from "./conversation.ts";
import { RichDocument } from "./document.ts";
import { Timestamp } from "./paging.ts";

const IssueClusterStats = z.looseObject({
  issues: z.number().describe("Issues in the cluster"),
  conversations: z.number().describe("Conversations those issues come from"),
  tasksTotal: z.number().optional().describe("Tasks made from the cluster"),
  tasksBacklog: z.number().optional().describe("Tasks nobody has begun"),
  tasksStarted: z.number().optional().describe("Tasks under way"),
  tasksCompleted: z.number().optional().describe("Tasks done"),
  tasksCancelled: z.number().optional().describe("Tasks given up"),
});

export const IssueCluster = z
  .looseObject({
    object: z.enum(["issues-cluster"]).describe("Always `issues-cluster`"),
    id: z.string().describe("Unique within the organization"),
    label: z.string().describe("What its issues have alike, in a few words"),
    formerLabels: z.array(z.string()).optional().describe("Labels it had before, newest first"),
    createdAt: Timestamp.describe("When the first of its issues was put in it"),
    updatedAt: Timestamp.describe("When it last changed"),
    icon: z.string().max(50).describe("Name of the icon beside the label"),
    summary: RichDocument.describe("What its issues have alike, at length"),
    muted: z.boolean().describe("No change requests are proposed for it"),
    impact: Impact,
    weeklyPulse: z.array(z.number()).length(13).describe("Issues of each of the last 13 weeks, oldest first"),
    sources: z.record(z.string(), z.number()).describe("How many of its issues come from each source"),
    stats: IssueClusterStats.describe("Counts"),
    urls: z
      .looseObject({
        location: z.string().describe("Its address in the API"),
        app: z.string().optional().describe("Its page in the web app"),
      })
      .describe("Where to find it"),
  })
  .register(briefs, {
    named: ["id", "label"],
    listed: ["id", "label", "muted", "impact", "stats", "updatedAt"],
    usual: { muted: false },
  });
export type IssueCluster = z.infer<typeof IssueCluster>;
