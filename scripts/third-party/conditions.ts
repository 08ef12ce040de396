import { type Component, fullName } from "./component.ts";

/** Licenses that require their text and notices, and no more, of programs that contain the work as it is. */
const noticeOnly: ReadonlySet<string> = new Set([
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "Bitstream-Vera",
  "BlueOak-1.0.0",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "Unicode-3.0",
  "Zlib",
  "blessing",
]);

/** What packages with other licenses require to be said, by package and version: sources are at exact versions. */
const statements: Readonly<Record<string, string>> = {
  "elkjs@0.11.1": `
elkjs is distributed here in object code form: minified, otherwise unchanged. The program as a whole is distributed under
its own license; elkjs remains under the Eclipse Public License 2.0, whose text follows. Its contributors provide it
without warranties and exclude all liability, as sections 5 and 6 of that license say. Its source code is available under
the same license, free of charge, at https://github.com/kieler/elkjs/tree/0.11.1. It is compiled with GWT 2.11.0 from the
Java sources of the Eclipse Layout Kernel, https://github.com/eclipse-elk/elk/tree/v0.11.0, together with the libraries that
elkjs names in https://github.com/kieler/elkjs/blob/0.11.1/build.gradle: EMF for GWT 2.12.4 and Xtext and Xtend 2.36.0
(EPL-2.0, https://github.com/eclipse-emf/org.eclipse.emf and https://github.com/eclipse-xtext/xtext/tree/v2.36.0), and Guava
31.1 and the emulated Java library of GWT (Apache-2.0).`,
  "@resvg/resvg-wasm@2.6.2": `
dist/resvg.wasm is the file index_bg.wasm of this package, unchanged: an executable form of software under the Mozilla Public
License 2.0, whose text follows. The source code form is available under that license, free of charge, at
https://github.com/yisibl/resvg-js/tree/v2.6.2, and of the libraries resvg and usvg in it at
https://github.com/zimond/resvg/tree/3495d8705b302d6d266748516973606ca9657906.`,
  "@fortawesome/fontawesome-free@7.3.1": `
Contained are icons of Font Awesome Free by Fonticons, Inc. (https://fontawesome.com), licensed under CC BY 4.0
(https://creativecommons.org/licenses/by/4.0/). Changed: their shapes are collected in dist/icons.json and drawn in the color
of the text around them. Its fonts and code are not contained.`,
};

/** The statement that a component's license requires; throws if nobody has looked at what it requires. */
export function requiredStatement({ name, version, license }: Pick<Component, "name" | "version" | "license">) {
  const statement = statements[fullName({ name, version })]?.trim();
  // Of alternatives, one that requires a notice only is enough.
  const alternatives = license.replace(/[()]/g, "").split(" OR ");
  const isEnough = alternatives.some((terms) => terms.split(" AND ").every((term) => noticeOnly.has(term)));
  if (!isEnough && statement === undefined) {
    throw new Error(
      `${fullName({ name, version })} has the license ${license}. Replace the package, or meet what its license ` +
        "requires and say so in scripts/third-party/conditions.ts.",
    );
  }
  return statement;
}
