import { type Measurement, type MeasureOptions, median, type Row, timed } from "./measurement.ts";
import { publishedPeers, rawPeer } from "./peers.ts";
import { copydesk, withServer } from "./stdio-server.ts";
import { withFolder } from "./workspace.ts";

/** Time from spawning a server to its answer to `tools/list`, which hosts wait for at every start. */
export async function measureStart({ quick }: MeasureOptions): Promise<Measurement> {
  const { programs, notes } = await publishedPeers();
  return withFolder("start", async (folder) => {
    const raw = await rawPeer(folder);
    const everything = { ...copydesk(folder, ["--toolsets", "all"]), name: "copydesk, all toolsets" };
    const rawEverything = { ...(await rawPeer(folder, everything)), name: "raw Node, the same list" };
    const subjects = [copydesk(folder), raw, ...programs, everything, rawEverything].map((program) => ({
      program,
      times: [] as number[],
    }));
    const rounds = quick ? 3 : 25;
    for (let round = -1; round < rounds; round += 1) {
      for (const { program, times } of subjects) {
        const ms = await timed(() => withServer(program, (server) => server.listTools()));
        // The first round fills the system's file cache.
        if (round >= 0) times.push(ms);
      }
    }
    const timeOf = new Map(subjects.map(({ program, times }) => [program.name, median(times)]));
    const row = (what: string, own: string, against: string, goal?: Row["goal"]): Row => ({
      what,
      value: timeOf.get(own) ?? Number.NaN,
      against: { name: against, value: timeOf.get(against) ?? Number.NaN },
      unit: "ms",
      ...(goal && { goal }),
    });
    return {
      rows: [
        ...[raw, ...programs].map(({ name }) =>
          row("spawn to tools/list", "copydesk", name, name === raw.name ? { atMost: 1.5 } : undefined),
        ),
        row("the same with all toolsets", everything.name, rawEverything.name, { atMost: 1.5 }),
      ],
      notes: [`Medians of ${rounds} starts, in turn. The raw program sends the same answer from a file.`, ...notes],
    };
  });
}
