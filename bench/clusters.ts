import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import type { RelatedPages } from "../src/platform/knowledge/conversations/related-pages.ts";
import { foundClusters } from "./conversations/found-clusters.ts";
import { type LabelledConversation, labelledSet, type SetOptions, shuffled } from "./conversations/labelled-set.ts";
import { manualPages } from "./conversations/manual-pages.ts";
import { otherLanguages } from "./conversations/other-languages.ts";
import { type PairQuality, pairQuality } from "./conversations/pair-quality.ts";
import { type Measurement, type MeasureOptions, type Row, timed } from "./measurement.ts";
import { randomNumbers } from "./random.ts";
import { openWorkspace, withFolder } from "./workspace.ts";

const sizes = [1_000, 10_000];
const handedInAtOnce = 500;

interface Figures {
  readonly conversations: number;
  readonly analysis: number;
  readonly one: number;
  readonly memory: number;
  /** The longest time that the process was blocked, in milliseconds. */
  readonly stall: number;
  readonly clusters: number;
}

/** Time and memory for analyzing conversations without a model, for one more, and the quality of the clusters. */
export async function measureClusters({ quick }: MeasureOptions): Promise<Measurement> {
  return withFolder("clusters", async (folder) => {
    const figures: Figures[] = [];
    for (const size of quick ? [200, 400] : sizes) figures.push(await measure(`${folder}/${size}`, size));
    const [small, large] = figures;
    if (small === undefined || large === undefined) throw new Error("Two sizes are compared");
    const row = (what: string, of: (figures: Figures) => number, unit: Row["unit"]): Row => ({
      what: `${what}, ${large.conversations.toLocaleString("en")} conversations`,
      value: of(large),
      against: { name: small.conversations.toLocaleString("en"), value: of(small) },
      unit,
    });
    return {
      rows: [
        row("ingest and analyse", ({ analysis }) => analysis, "ms"),
        row("analyse one more", ({ one }) => one, "ms"),
        row("longest that others wait", ({ stall }) => stall, "ms"),
        row("most memory beyond the start", ({ memory }) => memory, "MB"),
      ],
      notes: [
        `Through the client in one process, by text statistics, on the texts of bench/conversations with replies and other words around them; others wait once all are handed in; ${large.clusters} clusters of the larger set. One run each.`,
        ...(await quality()),
      ],
    };
  });
}

async function measure(folder: string, size: number): Promise<Figures> {
  const { client, organization, platform } = await openWorkspace(folder);
  try {
    const all = conversationsOf(size + 1);
    const ingest = (some: readonly LabelledConversation[]) =>
      client.conversations.ingest({
        organizationId: organization,
        conversations: some.map(({ topic: _topic, subject, parts, id }) => ({
          id,
          ...(subject === undefined ? {} : { subject }),
          parts: [...parts],
        })),
      });
    const delay = monitorEventLoopDelay({ resolution: 5 });
    const before = process.memoryUsage().rss;
    let most = before;
    let over = false;
    const watch = (async () => {
      while (!over) {
        most = Math.max(most, process.memoryUsage().rss);
        await sleep(50);
      }
    })();
    const analysis = await timed(async () => {
      for (let at = 0; at < size; at += handedInAtOnce)
        await ingest(all.slice(at, Math.min(size, at + handedInAtOnce)));
      delay.enable();
      await platform.jobsSettled();
      delay.disable();
    });
    over = true;
    await watch;
    const one = await timed(async () => {
      await ingest(all.slice(size));
      await platform.jobsSettled();
    });
    const { count = 0 } = await client.issueClusters.list({ organizationId: organization, limit: 0 });
    return {
      conversations: size,
      analysis,
      one,
      memory: (most - before) / 2 ** 20,
      stall: delay.max / 1e6,
      clusters: count,
    };
  } finally {
    await platform.close();
  }
}

/** The requested number of conversations, each with its own id. */
function conversationsOf(count: number): LabelledConversation[] {
  const set = labelledSet({ seed: 7, answered: true, times: Math.ceil(count / 290) });
  return set.slice(0, count).map((conversation, index) => ({ ...conversation, id: `talk-${index}` }));
}

/** Precision, recall and F1 of pairs, and whether the order matters. */
async function quality(): Promise<string[]> {
  const notes: string[] = [];
  const pages = await manualPages();
  for (const part of ["tuned", "held-out", undefined] as const) {
    for (const answered of [false, true]) {
      const figures: string[] = [];
      for (const known of [undefined, pages]) {
        figures.push(`${known === undefined ? "without" : "with"} pages ${await meanQuality(part, answered, known)}`);
      }
      const replies = answered ? "replies of support" : "questions alone";
      notes.push(`Precision / recall / F1 of pairs, ${part ?? "all"} topics, ${replies}: ${figures.join(", ")}.`);
    }
  }
  for (const [language, set] of otherLanguages()) {
    notes.push(
      `The same for 30 questions in the language ${language}: ${shown([pairQuality(await foundClusters(set))])}.`,
    );
  }
  const set = labelledSet({ answered: true });
  const orders = [1, 2, 3, 4, 5].map((seed) => shuffled(set, randomNumbers(seed)));
  const outcomes = new Set<string>();
  for (const order of orders) {
    const clusters = await foundClusters(order, pages);
    outcomes.add(JSON.stringify(clusters.map(({ id, cluster }) => `${id} ${cluster}`).sort()));
  }
  notes.push(
    `The same set in ${orders.length} orders: ${outcomes.size === 1 ? "one outcome" : `${outcomes.size} outcomes`}.`,
  );
  return notes;
}

async function meanQuality(part: SetOptions["part"], answered: boolean, pages: RelatedPages | undefined) {
  const found: PairQuality[] = [];
  for (const seed of [1, 2, 3, 4, 5]) {
    const set = labelledSet({ seed, answered, ...(part === undefined ? {} : { part }) });
    found.push(pairQuality(await foundClusters(set, pages)));
  }
  return shown(found);
}

const shown = (found: readonly PairQuality[]) =>
  (["precision", "recall", "f1"] as const)
    .map((name) => (found.reduce((sum, one) => sum + one[name], 0) / found.length).toFixed(2))
    .join(" / ");
