export { PublishedSites } from "./published-sites.ts";
