import type { ListedAct } from "../../platform/audit/index.ts";
import { type Child, type Html, h } from "../../site/index.ts";
import { badge, table, timeOf } from "./parts.ts";

const programs: Readonly<Record<string, string>> = { browser: "browser", mcp: "agent", api: "API" };

/** Who did what through what, the newest first. */
export const drawActs = (acts: readonly ListedAct[]): Html =>
  table(
    ["When", "Who", "Through", "What"],
    acts.map((act) => [timeOf(act.at), act.display_name ?? "Former user", drawThrough(act), whatOf(act)]),
  );

export function drawThrough({ program, agent, tool }: Pick<ListedAct, "program" | "agent" | "tool">): Child {
  const name = programs[program] ?? program;
  return [
    badge(isAgent({ program, agent }) ? "agent" : program, agent ?? name),
    tool !== null && [" ", h("code", {}, tool)],
  ];
}

/** Words of the operation's id: `mergeChangeRequest` is "merge change request". */
const whatOf = ({ operation }: ListedAct): string =>
  operation.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);

export const isAgent = ({ program, agent }: Pick<ListedAct, "program" | "agent">): boolean =>
  program === "mcp" || agent !== null;
