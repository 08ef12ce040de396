declare module "commonmark-spec" {
  const specification: { readonly tests: readonly CommonMarkExample[] };
  export default specification;

  interface CommonMarkExample {
    readonly number: number;
    readonly section: string;
    /** Tabs are written `→`. */
    readonly markdown: string;
    readonly html: string;
  }
}
