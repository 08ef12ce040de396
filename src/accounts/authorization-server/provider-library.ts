/*
 * Everything that needs the authorization server's library, which the build puts into a separate file: it may import
 * nothing of ours, or that code would be duplicated.
 */
export { toFetchResponse, toReqRes } from "fetch-to-node";
export { errors, interactionPolicy, Provider } from "oidc-provider";
