import { type Component, fullName } from "./component.ts";

const line = "=".repeat(80);

/** The text of THIRD_PARTY_NOTICES. `apache` is the Apache License, under which libraries with a choice are used. */
export function noticesText(components: readonly Component[], apache: string): string {
  const introduction = `Third-party software, data and fonts in Copydesk

Copydesk is licensed under the Apache License 2.0 (see LICENSE). The files of this folder contain the following works of
others, under their own licenses. Where a license is offered as an alternative to Apache-2.0, and no other text follows, the
work is used under Apache-2.0, whose text is at the end. The same list as a bill of materials is in copydesk.cdx.json.`;
  const sections = components.map((component) => {
    const { license, files, statement, texts } = component;
    const place = files.length === 0 ? "Installed beside the program" : `In ${files.join(", ")}`;
    return [
      line,
      `${fullName(component)}\nLicense: ${license}\n${place}`,
      ...(statement === undefined ? [] : [statement]),
      ...(texts.length === 0 ? [sharedText(component)] : texts),
    ].join("\n\n");
  });
  const withOneEnding = (text: string) => text.replace(/\r\n?/g, "\n").replace(/[ \t]+$/gm, "");
  return withOneEnding(`${[introduction, ...sections, line, apache.trim()].join("\n\n")}\n`);
}

/** Where the text is that a component without one of its own is under. */
function sharedText({ name, license }: Component): string {
  if (license.includes("Apache-2.0")) return "Used under Apache-2.0: see the end of this file.";
  if (license === "blessing") return "In the public domain: https://sqlite.org/copyright.html";
  if (license === "EPL-2.0") return "See elkjs, which is compiled from it.";
  if (license === "MPL-2.0") return "See @resvg/resvg-wasm, which is compiled from it.";
  throw new Error(`${name} has no license text.`);
}
