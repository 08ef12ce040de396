import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Client, createClient } from "../../src/client/client.ts";
import { ApiError } from "../../src/client/errors.ts";
import { type ContractEntry, listOperations } from "../../src/contract/index.ts";
import { examples } from "../contract/examples/index.ts";
import { type DescribedService, serveDescription } from "./described-service.ts";
import { type Description, readDescription, type Version, versions } from "./description.ts";
import { undescribed, untakenMembers } from "./differences.ts";
import { without } from "./member-path.ts";

type Input = Readonly<Record<string, unknown>>;

const entries = listOperations();
const services = new Map<Version, { description: Description; service: DescribedService; client: Client }>();

beforeAll(async () => {
  for (const version of versions) {
    const description = readDescription(version);
    const service = await serveDescription(description);
    const client = createClient({ baseUrl: service.baseUrl, token: "cd_secret_0123456789" });
    services.set(version, { description, service, client });
  }
});

afterAll(async () => {
  for (const { service } of services.values()) await service.close();
});

describe("a request of our client", () => {
  it.each(entries.map((entry) => [entry.operation.id, entry] as const))(
    "matches the published description, for %s",
    async (id, entry) => {
      const input = examples[id]?.input;
      if (input === undefined) throw new Error(`${id} has no example`);
      if (describing(id).length === 0) return expect(Object.keys(undescribed)).toContain(id);
      const untaken = Object.keys(untakenMembers[id] ?? {});
      expect(await refusals(entry, without(input, untaken))).toEqual([]);
      for (const member of untaken) {
        const others = untaken.filter((other) => other !== member);
        expect(await refusals(entry, without(input, others)), `${member} is taken after all`).not.toEqual([]);
      }
    },
  );

  it("has no listed difference for an operation that is described or does not exist", () => {
    const ids = new Set(entries.map(({ operation }) => operation.id));
    const stale = Object.keys(undescribed).filter((id) => !ids.has(id) || describing(id).length > 0);
    expect([...stale, ...Object.keys(untakenMembers).filter((id) => !ids.has(id))]).toEqual([]);
  });
});

function describing(id: string): Version[] {
  return versions.filter((version) =>
    services.get(version)?.description.operations.some((operation) => operation.id === id),
  );
}

/** The problems of each version that has the operation with a request; none if one of them accepts it. */
async function refusals({ group, name, operation }: ContractEntry, input: Input): Promise<string[]> {
  const refused: string[] = [];
  for (const version of describing(operation.id)) {
    const methods = services.get(version)?.client[group] as Readonly<
      Record<string, (input: Input) => Promise<unknown>>
    >;
    try {
      await methods[name]?.(input);
      return [];
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      refused.push(`${version}: ${error.serviceMessage}`);
    }
  }
  return refused;
}
