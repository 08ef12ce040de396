import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Config } from "../../config/config.ts";
import type { Machine } from "../../config/default-folders.ts";
import { settings } from "../../config/settings.ts";
import { instructions } from "../../server/introduction.ts";
import { generatedRegistry } from "../../tools/registry.ts";
import { createSurface, type Surface } from "../../tools/surface.ts";
import { UsageError } from "../errors.ts";
import { toSelection } from "../surface-selection.ts";
import { serverIn, withServer } from "./configuration-text.ts";
import { type Host, hosts, type Server } from "./hosts.ts";

/** One file to change: the preview for a person, and the change itself. */
export interface Step {
  /** Lines. */
  readonly shown: readonly string[];
  carryOut(): void;
}

export interface ServerEntry {
  readonly host: Host;
  readonly machine: Machine;
  /** The server's name in the host's configuration. */
  readonly name: string;
}

/** Whether the host's configuration has a server with this name, or why it cannot be read. */
export function readState(target: ServerEntry): { readonly setUp: boolean } | { readonly problem: string } {
  try {
    const file = findConfigurationFile(target);
    return { setUp: named(file, () => serverIn(readText(file), toLocation(target)) !== undefined) };
  } catch (error) {
    if (error instanceof UsageError) return { problem: error.message };
    throw error;
  }
}

/** The host's configuration file, which may not exist yet. */
export function findConfigurationFile({ host, machine }: Omit<ServerEntry, "name">): string {
  const files = host.files(machine);
  const file = files.find((path) => existsSync(path)) ?? files[0];
  if (file === undefined) throw new Error(`${host.title} has no file`);
  return file;
}

/** Sets the server in the host's configuration, or removes it if none is given. Undefined if nothing would change. */
export function serverStep(target: ServerEntry, server: Server | undefined): Step | undefined {
  const { host, name } = target;
  const file = findConfigurationFile(target);
  const entry = server === undefined ? undefined : host.entry(server);
  if (server !== undefined && entry === undefined) {
    throw new UsageError(
      `${host.title} does not support an address in its file. Leave out --url, or add it under its Connectors.`,
    );
  }
  return named(file, () => {
    const had = serverIn(readText(file), toLocation(target));
    if (isDeepStrictEqual(plain(had), plain(entry))) return undefined;
    const changed = () => withServer(readText(file), toLocation(target), entry);
    // Refuses here what cannot be changed, before the person is asked.
    changed();
    const verb = entry === undefined ? "remove" : had === undefined ? "add" : "replace";
    const body = entry === undefined ? [] : JSON.stringify(masked(entry), null, 2).split("\n");
    return {
      shown: [`${host.title}: ${verb} ${host.under}.${name} in ${file}`, ...body],
      // The host may have written the file while the person decided, so this reads it again.
      carryOut: () => named(file, () => replaceFile(file, changed())),
    };
  });
}

/** Adds the skill for agents if the host has a folder for it. Undefined if nothing would change. */
export function skillStep(target: ServerEntry, config: Config): Step | undefined {
  const file = skillFile(target);
  if (file === undefined) return undefined;
  const had = existsSync(file) ? readText(file) : undefined;
  const text = skillText(createSurface(generatedRegistry.entries, toSelection(config)));
  if (had === text) return undefined;
  return {
    shown: [`${target.host.title}: ${had === undefined ? "add" : "replace"} the skill ${file}`],
    carryOut: () => replaceFile(file, text),
  };
}

/**
 * Hosts that share a folder share the skill, which is removed with the last of them. An unreadable configuration counts
 * as one.
 */
export function skillRemoval(target: ServerEntry): Step | undefined {
  const file = skillFile(target);
  if (file === undefined || !existsSync(file)) return undefined;
  const others = Object.values(hosts).filter((host) => host !== target.host);
  const isShared = others.some((host) => {
    if (skillFile({ ...target, host }) !== file) return false;
    const state = readState({ ...target, host });
    return "problem" in state || state.setUp;
  });
  if (isShared) return undefined;
  return {
    shown: [`${target.host.title}: remove the skill ${file}`],
    carryOut: () => rmSync(dirname(file), { recursive: true }),
  };
}

function skillFile({ host, machine }: ServerEntry): string | undefined {
  const folder = host.skills?.(machine);
  return folder === undefined ? undefined : join(folder, "copydesk", "SKILL.md");
}

const toLocation = ({ host: { format, under }, name }: ServerEntry) => ({ format, under, name });

/** Adds the file name to errors about a file. */
function named<Value>(file: string, work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    throw error instanceof UsageError ? new UsageError(`${file}: ${error.message}`) : error;
  }
}

/** Empty if there is no file. */
function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT") return "";
    if (code === "EISDIR") throw new UsageError("It is a folder. Move it away.");
    if (code === "EACCES" || code === "EPERM") throw new UsageError("You may not read it. Change its permissions.");
    throw error;
  }
}

const plain = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));

/** Atomic, preserves the mode, and follows symbolic links, which people use for their settings. */
function replaceFile(path: string, text: string): void {
  const isThere = existsSync(path);
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  const target = isThere ? realpathSync(path) : isLink ? resolve(dirname(path), readlinkSync(path)) : path;
  mkdirSync(dirname(target), { recursive: true });
  const fresh = `${target}.copydesk-${process.pid}`;
  // Configurations may contain tokens.
  writeFileSync(fresh, text, { mode: isThere ? statSync(target).mode & 0o777 : 0o600 });
  renameSync(fresh, target);
}

/** For the screen. */
function masked(entry: Readonly<Record<string, unknown>>): unknown {
  return JSON.parse(
    JSON.stringify(entry, (key, value: unknown) => {
      const isSecret = Object.values(settings).some(({ secret, variable }) => secret && variable === key);
      return isSecret ? "(secret)" : value;
    }),
  );
}

/** Hosts use this to decide whether to load the skill: at most 1,024 characters. */
const description =
  "Works on the team's documentation through Copydesk: finds and reads pages, proposes changes in change requests, reviews, comments, translates, and triages support questions. Use when a task reads or changes documentation, or when a change to code makes documentation wrong.";

const changeSteps = [
  "## A change, step by step",
  "",
  "1. Find the page with `search_docs` and read it with `read_page`. Search before you write a new page: it may exist.",
  "2. Open one change request per topic with `open_change_request`. Its subject says what readers will notice.",
  "3. Change passages with `edit_page`, and whole pages with `write_pages`. Keep the page's own terms and structure.",
  "4. Read `show_changes`: it names conflicts, broken links and lost sections. Fix what it names.",
  "5. Ask for a review, or tell the person what changed and where to look. Merge only when they agree.",
  "",
  "When code changes: search for each name, flag, default and message that changed, and correct every page that has it.",
  "",
  "",
];

const stepTools = ["search_docs", "read_page", "open_change_request", "edit_page", "write_pages", "show_changes"];

/** Whether all tools that the steps name are offered: an operator may have disabled writing. */
const mayWrite = ({ listed }: Surface) =>
  stepTools.every((name) => listed.some(({ definition }) => definition.name === name));

/** The skill for agents, as `SKILL.md`: the server's instructions, the purpose of each tool, and how to work. */
function skillText(surface: Surface): string {
  const tools = surface.listed.map(({ definition }) => `- \`${definition.name}\`: ${firstSentence(definition)}`);
  return [
    "---",
    "name: copydesk",
    // Quoted, since YAML reads a colon as the end of a key.
    `description: ${JSON.stringify(description)}`,
    "---",
    "",
    "# Copydesk",
    "",
    instructions.begin.replaceAll("\n", "\n\n"),
    "",
    ...(mayWrite(surface) ? changeSteps : []),
    "## Tools",
    "",
    ...tools.sort(),
    "",
    "## Text from others",
    "",
    instructions.end,
    "",
  ].join("\n");
}

function firstSentence({ description: text = "" }: { readonly description?: string | undefined }): string {
  return /^.*?[.](?=\s|$)/s.exec(text)?.[0] ?? text;
}
