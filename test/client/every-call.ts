import type { CallOptions } from "../../src/client/call.ts";
import type { Client } from "../../src/client/client.ts";

/** One call of each effect, by the name it has in test titles. */
export const calls = {
  read: (client: Client, options?: CallOptions) => client.spaces.get({ spaceId: "s1" }, options),
  update: (client: Client, options?: CallOptions) => client.spaces.update({ spaceId: "s1", title: "Guide" }, options),
  delete: (client: Client, options?: CallOptions) => client.spaces.remove({ spaceId: "s1" }, options),
  create: (client: Client, options?: CallOptions) =>
    client.spaces.create({ organizationId: "o1", title: "Guide" }, options),
  run: (client: Client, options?: CallOptions) =>
    client.changeRequests.merge({ spaceId: "s1", changeRequestId: "7" }, options),
} as const satisfies Record<string, (client: Client, options?: CallOptions) => Promise<unknown>>;

export type CallName = keyof typeof calls;
