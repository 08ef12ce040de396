import { operationSummaries } from "../contract/load.ts";
import type { Surface } from "./surface.ts";
import type { ToolContext } from "./tool.ts";
import { ToolError } from "./tool-error.ts";

type Client = ToolContext["client"];

const idsByCall = new Map(operationSummaries.map(({ group, name, id }) => [`${group}.${name}`, id]));

/** A client that calls every operation but those that are switched off by name, whoever asks it to. */
export function limitedClient(client: Client, { excludesOperation }: Pick<Surface, "excludesOperation">): Client {
  return new Proxy(client, {
    get(_target, group) {
      const calls: unknown = Reflect.get(client, group);
      if (typeof calls !== "object" || calls === null) return calls;
      return new Proxy(calls, {
        get(_inner, name) {
          const id = idsByCall.get(`${String(group)}.${String(name)}`);
          if (id === undefined || !excludesOperation(id)) return Reflect.get(calls, name);
          return () => Promise.reject(new ToolError(switchedOff(id)));
        },
      });
    },
  });
}

const switchedOff = (id: string) =>
  `${id} was not called: that operation is switched off here (--exclude-tools). Do the task without this part, or ask the person who runs the server.`;
