import { createPlainContent } from "../../src/platform/publishing/published/plain-site.ts";
import { themeCss } from "../../src/site/theme/theme-css.ts";

const { customization } = createPlainContent({
  space: "space",
  revision: "revision",
  title: "Docs",
  basePath: "/",
  origin: "https://docs.example",
  version: "1",
  hasServer: true,
}).site;

/** The style sheet of a site with a code theme for each mode. */
export const codeThemeCss = (light: string, dark: string, openapi = { light, dark }) => {
  const codeTheme = { default: { light, dark }, openapi };
  return themeCss({ ...customization, styling: { ...customization.styling, codeTheme } });
};
