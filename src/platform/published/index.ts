export type { ServeAgent } from "./agent-endpoint.ts";
export { PublishedSites } from "./published-sites.ts";
