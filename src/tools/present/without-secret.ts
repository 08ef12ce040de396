/** A text whose addresses tell no user and no password. */
export const withoutSecret = (text: string): string => text.replace(/:\/\/[^\s/?#"\\]*@/g, "://");
