import { z } from "zod";
import {
  get,
  type OperationInput,
  type ParsedInput,
  type PathParameter,
  patch,
  post,
} from "../../src/contract/operation.ts";
import type { changeRequests } from "../../src/contract/operations/change-requests.ts";

const read = {
  id: "readPart",
  summary: "Read a part",
  effect: "read",
  returns: null,
  errors: [],
  source: "public-api",
} as const;

const id = z.string();

export const declared = get("/spaces/{spaceId}/parts/{partId}", { ...read, params: { spaceId: id, partId: id } });

// @ts-expect-error a path parameter that `params` lacks
export const missing = get("/spaces/{spaceId}/parts/{partId}", { ...read, params: { spaceId: id } });

export const stray = get("/spaces/{spaceId}", {
  ...read,
  // @ts-expect-error a parameter that the path does not have
  params: { spaceId: id, partId: id },
});

export const numeric = get("/spaces/{spaceId}", {
  ...read,
  // @ts-expect-error a path parameter that is not text
  params: { spaceId: z.number() },
});

// @ts-expect-error an operation that changes something and does not say how far that reaches
export const withoutReach = post("/spaces", { ...read, effect: "create", params: {} });

// @ts-expect-error an operation that says nothing of its effect
export const withoutEffect = patch("/spaces/{spaceId}", { ...read, effect: undefined, params: { spaceId: id } });

export const parameters: Record<PathParameter<"/spaces/{spaceId}/parts/{partId}">, true> = {
  spaceId: true,
  partId: true,
};

type Update = OperationInput<typeof changeRequests.update>;

export const call: Update = { spaceId: "s", changeRequestId: "c", subject: "A subject" };

// @ts-expect-error a call that lacks a path parameter
export const callWithout: Update = { spaceId: "s", subject: "A subject" };

// @ts-expect-error a call with a parameter that the operation does not have
export const callWithStray: Update = { spaceId: "s", changeRequestId: "c", pageId: "p" };

// @ts-expect-error a value that the model of the body does not allow
export const callWithWrongValue: Update = { spaceId: "s", changeRequestId: "c", status: "merged" };

// @ts-expect-error handlers do not receive what the operation does not declare
export const unknownToHandlers = (input: ParsedInput<typeof changeRequests.update>) => input.pageId;
