export type { BuildOptions } from "./build-site.ts";
export { PublishedSites, type ReaderServices } from "./published-sites.ts";
