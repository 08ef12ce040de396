export { PublishedSites, type ReaderServices } from "./published-sites.ts";
