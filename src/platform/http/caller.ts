import { effects } from "../../contract/operation.ts";
import { computeReach } from "../../contract/reach.ts";
import { type Access, authenticate, bearerToken, requireScope, unknownToken } from "../access/authenticate.ts";
import type { NamedObjects, SpaceEntry } from "../access/entry-rows.ts";
import { type Reader, requireReadable, visitorUser } from "../access/reader.ts";
import type { Context } from "../kernel/context.ts";
import type { Queries } from "../kernel/database/tables.ts";
import type { ContextSource } from "../kernel/new-context.ts";
import type { OperationCall } from "./operation-call.ts";

/** Who makes a call, and the most that their credential allows. */
export interface Caller extends Access {
  /** The space that the call names, if it was found together with the caller. */
  readonly entry?: SpaceEntry | undefined;
  readonly reader?: Reader;
  /** The token of a preview's address, with which its renderer calls. */
  readonly previewToken?: string;
  readonly integration?: Context["integration"];
}

/** Finds the caller of an operation: a visitor of a site, anybody, an integration, or a user. Throws `Problem`. */
export async function authenticateCaller(
  queries: Queries,
  call: OperationCall,
  { setup, now }: Pick<ContextSource, "setup" | "now">,
): Promise<Caller> {
  const { operation, params, origin } = call;
  const { authorization, acting } = call.request;
  const time = now();
  const anybody = { user: visitorUser, scope: "read" as const };
  const reader = await setup.readerTokens.findReader(queries, authorization, { now: time, origin });
  if (reader === "ended") throw unknownToken();
  if (reader !== undefined) {
    requireReadable(reader, operation, params);
    return { ...anybody, reader };
  }
  if (operation.anonymous && acting === undefined) {
    if (authorization === null) return anybody;
    const token = bearerToken(authorization);
    if (token !== undefined && setup.previewLinks.find(token, time) !== undefined) {
      return { ...anybody, previewToken: token };
    }
  }
  const integration = await setup.integrationTokens.findCaller(queries, authorization, time, call);
  // Its permissions have already been checked.
  if (integration !== undefined) return { ...integration, scope: "admin" };
  return authenticate(queries, { authorization, acting, now: time }, namedObjects(call));
}

/** Throws `forbidden` if the credential does not allow the call. The rights in a space are checked by the handler. */
export function authorizeCaller(caller: Caller, { operation, request, parse }: OperationCall): void {
  if (caller.scope === "admin") return;
  const { reaches } = request.route.summary;
  requireScope(caller, reaches.length === 1 ? reaches[0] : computeReach(operation.reach, parse()), operation.id);
}

/** A change request can be named by its number. */
const numberPattern = /^\d+$/;

/** Paths within a space. An operation on the space itself may affect more than the space. */
const withinSpace = /^\/spaces\/\{spaceId\}\/(?:change-requests|comments|git)(?:\/|$)/;

/** What the path names that is found together with the caller, in one query. */
function namedObjects(call: OperationCall): NamedObjects | undefined {
  const { spaceId, changeRequestId = "" } = call.params;
  // An invalid id is rejected with its field when the input is parsed, so it needs no query.
  if (spaceId === undefined || !isWithinSpace(call) || !/^[\w-]*$/.test(spaceId)) return undefined;
  const isId = /^[\w-]+$/.test(changeRequestId) && !numberPattern.test(changeRequestId);
  return { space: spaceId, changeRequest: isId ? changeRequestId : null };
}

/** Whether an operation affects nothing outside the space that it names. A read only records facts about the space. */
export const isWithinSpace = ({ operation }: Pick<OperationCall, "operation">): boolean =>
  effects[operation.effect].readOnly || withinSpace.test(operation.path);
