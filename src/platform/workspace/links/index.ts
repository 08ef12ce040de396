export { linkTransferSubscriber, withKnownLinks } from "./link-index.ts";
export { listBacklinkReferences, listSpaceLinks, pagesLinkingTo } from "./list-links.ts";
export { readMetaLinks } from "./meta-links.ts";
export { type Address, readAddress } from "./read-address.ts";
export { removeSpaceLinks } from "./rows.ts";
