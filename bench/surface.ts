import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { generatedEntries } from "../src/tools/generated-entries.ts";
import { toolsets } from "../src/tools/surface.ts";
import type { Measurement, Row } from "./measurement.ts";
import { publishedPeers } from "./peers.ts";
import { copydesk, withServer } from "./stdio-server.ts";
import { withFolder } from "./workspace.ts";

/** Tokens of each toolset by itself, without the long tail that every one has besides. */
function toolsetNotes(): string[] {
  return toolsets.map((toolset) => {
    const tools = generatedEntries.filter((entry) => entry.toolsets.includes(toolset));
    const tokens = tools.reduce((sum, entry) => sum + entry.tokens, 0);
    const each = tools.length === 0 ? 0 : Math.round(tokens / tools.length);
    return `Toolset ${toolset}: ${tools.length} tools, ${tokens.toLocaleString("en")} tokens, ${each} a tool.`;
  });
}

/** The tokens of a server's tools before any call. */
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
    return {
      rows,
      notes: ["Tokens (o200k) of the whole result as JSON; the default surface of each.", ...toolsetNotes(), ...notes],
    };
  });
}
