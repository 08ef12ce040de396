import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { getFlags } from "../../src/cli/command-flags.ts";
import { commands } from "../../src/cli/commands.ts";
import { forPerson, shownText } from "../../src/cli/content-commands/shown-result.ts";
import { settings } from "../../src/config/settings.ts";
import { operationSummaries } from "../../src/contract/load.ts";
import { generatedRegistry } from "../../src/tools/registry.ts";

const source = join(import.meta.dirname, "../../src");

const literal = /(description: |title: |\.describe\(\s*)?(`(?:[^`\\]|\\.)*`|"(?:[^"\\\n]|\\.)*")/g;

/** The texts in the code of a folder, with X for what is put into them, without those that only a model is shown. */
function textsIn(folder: string): string[] {
  return readdirSync(join(source, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .flatMap((name) => {
      const code = readFileSync(join(source, folder, name), "utf8").replace(/^\s*(?:\/\/|\*|\/\*\*).*$/gm, "");
      return [...code.matchAll(literal)].flatMap(([, forModels, text = ""]) =>
        forModels === undefined
          ? [
              text
                .slice(1, -1)
                .replace(/": \$\{[^}]*\}/g, '": "X"')
                .replace(/\$\{[^}]*\}/g, "X")
                .replaceAll("\\n", "\n"),
            ]
          : [],
      );
    });
}

/** The tools that commands call: what others answer is shown to agents alone. */
const called = new Set([...textsIn("cli/content-commands")].filter((text) => /^[a-z]+_[a-z_]+$/.test(text)));

const tools = new Set(generatedRegistry.entries.map(({ definition }) => definition.name));
const operations = new Set(operationSummaries.map(({ id }) => id));
const settingFlags = new Set<string>(Object.values(settings).map(({ flag }) => flag));

/** What is wrong with the commands that a text for people names. */
function faultsOf(text: string): string[] {
  const faults: string[] = [];
  for (const [, rest = ""] of text.matchAll(/\bcopydesk ((?:[a-z]+\b|--)[^.;\n]*)/g)) {
    const [, command = "", operation = ""] = /^([a-z]*)(?: (\w+?)X?\b)?/.exec(rest) ?? [];
    if (command !== "" && commands[command] === undefined) {
      faults.push(`there is no command ${command}`);
      continue;
    }
    if (command === "call" && /^[a-z]+[A-Z]\w+$/.test(operation) && !operations.has(operation)) {
      faults.push(`there is no operation ${operation}`);
    }
    for (const [, flag = ""] of rest.matchAll(/ --([a-z-]+)/g)) {
      if (getFlags(command)[flag] === undefined && !settingFlags.has(flag)) {
        faults.push(`${command} has no flag --${flag}`);
      }
    }
    if (/^\w+ (?:\{"|"[a-z_]+":|with ")/.test(rest)) faults.push(`${command} is given JSON`);
  }
  for (const [name] of text.matchAll(/\b[a-z]+_[a-z_]+\b/g)) if (tools.has(name)) faults.push(`${name} is no command`);
  return faults;
}

describe("what the program advises", () => {
  it("is commands and flags that exist, in every text for people", () => {
    const wrong = textsIn("cli").flatMap((text) =>
      faultsOf(text)
        .filter((fault) => !fault.endsWith("no command"))
        .map((fault) => `${fault}: ${text}`),
    );
    expect(wrong).toEqual([]);
  });

  it("is commands and flags that exist, in every text for agents that people are shown", () => {
    const texts = ["tools", "present", "resolve"].flatMap(textsIn).filter((text) => {
      const named = [...text.matchAll(/\b[a-z]+_[a-z_]+\b/g)].map(([name]) => name).filter((name) => tools.has(name));
      return text.includes(" ") && named.length > 0 && named.every((name) => called.has(name));
    });
    expect(texts.length).toBeGreaterThan(40);
    const wrong = texts.flatMap((text) => faultsOf(shownText(text)).map((fault) => `${fault}: ${shownText(text)}`));
    expect(wrong).toEqual([]);
  });

  it.each([
    [
      'The space has changed since. update_change_request {"space":"a1","change_request":"3","update_from_space":true} takes it in.',
      "The space has changed since. copydesk update 3 --space a1 takes it in.",
    ],
    [
      'To continue it: update_change_request {"space":"a1","change_request":"3","status":"open"}.',
      'To continue it: copydesk call updateChangeRequestById \'{"spaceId":"a1","changeRequestId":"3","status":"open"}\'.',
    ],
    [
      'edit_page each with "change_request": "3"; merge_change_request shows both sides.',
      "copydesk edit <page> --change-request 3; copydesk merge shows both sides.",
    ],
    ['show_changes with "status": "merged" lists them.', "copydesk changes --status merged lists them."],
    [
      'To meet merge rules: update_change_request with "change_request": "3" sets subject and description, updates from the space ("update_from_space") and requests reviews ("reviewers"); list_comments with "change_request": "3" shows what reviewers said; post_comment with "change_request": "3" and "verdict" submits your own review, if the person you work for wants it; authors cannot approve their own changes.',
      "To meet merge rules: copydesk update 3 updates it from the space; copydesk comment --change-request 3 shows what reviewers said; copydesk review 3 approve submits your own review; authors cannot approve their own changes. copydesk call updateChangeRequestById sets subject and description, copydesk call requestReviewersForChangeRequest requests reviews.",
    ],
    ['read_page with "format": "outline" shows them', "copydesk read <page> --outline shows them"],
  ])("is a command line in place of a call: %s", (given, shown) => {
    expect(forPerson(given)).toBe(shown);
  });
});
