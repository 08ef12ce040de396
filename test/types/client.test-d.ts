import type { Client as ContractClient } from "../../src/client/client.ts";
import { type CallInput, type CallResult, type Client, createClient, type Models } from "../../src/client/index.ts";

/** Checked only by `npm run types`: what callers may write, and what the client must not accept. */
const client = createClient({ baseUrl: "https://docs.example.com", token: "t" });

const space: Models.Space = await client.spaces.get({ spaceId: "s1" });
const title: string = space.title;
const removed: { deleted: boolean } = await client.spaces.remove({ spaceId: "s1" });
const input: CallInput<Client["spaces"]["get"]> = { spaceId: "s1" };
const result: CallResult<Client["spaces"]["get"]> = space;
void [title, removed, input, result];

// @ts-expect-error A path parameter is missing.
void client.pages.get({ spaceId: "s1" });
// @ts-expect-error The path has no such parameter.
void client.spaces.get({ spaceId: "s1", pageId: "p1" });
// @ts-expect-error A path parameter is text.
void client.spaces.get({ spaceId: 7 });
// @ts-expect-error The enum has no such value.
void client.spaces.update({ spaceId: "s1", editMode: "sometimes" });
// @ts-expect-error The result has no such member.
void space.titel;
// @ts-expect-error The noun has no such operation.
void client.spaces.fetch({ spaceId: "s1" });
// @ts-expect-error There is no such noun.
void client.space.get({ spaceId: "s1" });
// @ts-expect-error A body has no such field.
void client.spaces.create({ organizationId: "o1", titel: "Guide" });
// @ts-expect-error There is no such option of a call.
void client.spaces.get({ spaceId: "s1" }, { retries: 3 });
// @ts-expect-error The token is required.
createClient({ baseUrl: "https://docs.example.com" });
// @ts-expect-error The base URL is required.
createClient({ token: "t" });

/** The generated types and those of the contract's schemas, operation by operation. */
type Operations<Of> = { [Group in keyof Of]: { [Name in keyof Of[Group]]: Of[Group][Name] } };
type Differing<Left, Right> = {
  [Group in keyof Left]: Group extends keyof Right
    ? {
        [Name in keyof Left[Group]]: Name extends keyof Right[Group]
          ? Alike<Left[Group][Name], Right[Group][Name]> extends true
            ? never
            : `${Group & string}.${Name & string}`
          : `${Group & string}.${Name & string}`;
      }[keyof Left[Group]]
    : Group;
}[keyof Left];
type Alike<Left, Right> = Left extends (input: infer LeftInput, options?: never) => Promise<infer LeftResult>
  ? Right extends (input: infer RightInput, options?: never) => Promise<infer RightResult>
    ? [LeftInput, RightInput, RightResult] extends [RightInput, LeftInput, LeftResult]
      ? true
      : false
    : false
  : false;

const generatedOnly: never[] = [] as Differing<Operations<Client>, Operations<ContractClient>>[];
const contractOnly: never[] = [] as Differing<Operations<ContractClient>, Operations<Client>>[];
void [generatedOnly, contractOnly];
