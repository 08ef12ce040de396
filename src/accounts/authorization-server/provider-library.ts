/*
 * All that needs the library of the authorization server, which the build puts into a file of its own: nothing of ours
 * may be imported, or there would be two of it.
 */
export { toFetchResponse, toReqRes } from "fetch-to-node";
export { errors, interactionPolicy, Provider } from "oidc-provider";
