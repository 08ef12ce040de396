import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import type { Measurement, Row } from "./measurement.ts";
import { publishedPeers } from "./peers.ts";
import { copydesk, withServer } from "./stdio-server.ts";
import { withFolder } from "./workspace.ts";

/** What a model pays for a server's tools before it calls any. */
export async function measureSurface(): Promise<Measurement> {
  const { programs, notes } = await publishedPeers();
  return withFolder("surface", async (folder) => {
    const surfaces: { name: string; tokens: number; tools: number }[] = [];
    for (const program of [copydesk(folder), ...programs]) {
      const answer = await withServer(program, (server) => server.listTools());
      surfaces.push({
        name: program.name,
        tokens: countTokens(JSON.stringify(answer)),
        tools: answer.tools.length,
      });
    }
    const [own, ...others] = surfaces;
    if (own === undefined) throw new Error("No surface was read");
    const rows = (["tokens", "tools"] as const).flatMap((unit) =>
      others.map(
        ({ name, [unit]: value }): Row => ({ what: "tools/list", value: own[unit], against: { name, value }, unit }),
      ),
    );
    return { rows, notes: ["Tokens (o200k) of the whole result as JSON; the default surface of each.", ...notes] };
  });
}
