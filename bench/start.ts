import { type Measurement, type MeasureOptions, median, timed } from "./measurement.ts";
import { publishedPeers, rawPeer } from "./peers.ts";
import { copydesk, withServer } from "./stdio-server.ts";
import { withFolder } from "./workspace.ts";

/** Time from spawning a server to the answer to `tools/list`, which a host waits for at every start. */
export async function measureStart({ quick }: MeasureOptions): Promise<Measurement> {
  const { programs, notes } = await publishedPeers();
  return withFolder("start", async (folder) => {
    const raw = await rawPeer(folder);
    const subjects = [copydesk(folder), raw, ...programs].map((program) => ({ program, times: [] as number[] }));
    const rounds = quick ? 3 : 25;
    for (let round = -1; round < rounds; round += 1) {
      for (const { program, times } of subjects) {
        const ms = await timed(() => withServer(program, (server) => server.listTools()));
        // The first round fills the system's file cache.
        if (round >= 0) times.push(ms);
      }
    }
    const [own, ...others] = subjects.map(({ program, times }) => ({ name: program.name, ms: median(times) }));
    return {
      rows: others.map(({ name, ms }) => ({
        what: "spawn to tools/list",
        value: own?.ms ?? Number.NaN,
        against: { name, value: ms },
        unit: "ms",
        ...(name === raw.name && { goal: { atMost: 1.5 } }),
      })),
      notes: [`Medians of ${rounds} starts, in turn. The raw program sends the same answer from a file.`, ...notes],
    };
  });
}
