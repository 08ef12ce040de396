import { z } from "zod";

const directives = [
  ..."base-uri block-all-mixed-content child-src connect-src default-src font-src form-action".split(" "),
  ..."frame-ancestors frame-src img-src manifest-src media-src navigate-to object-src plugin-types".split(" "),
  ..."prefetch-src referrer report-to report-uri require-sri-for require-trusted-types-for sandbox".split(" "),
  ..."script-src script-src-attr script-src-elem style-src style-src-attr style-src-elem".split(" "),
  ..."trusted-types upgrade-insecure-requests worker-src".split(" "),
];

/** What an integration's script and blocks may load: the header as a text, or its directives by name. */
export const ContentSecurityPolicy = z.union([z.string(), z.partialRecord(z.enum(directives), z.string())]);
export type ContentSecurityPolicy = z.infer<typeof ContentSecurityPolicy>;
