import metadata from "../../package.json" with { type: "json" };

/** How the client names itself to services. */
export const userAgent = `copydesk/${metadata.version}`;
