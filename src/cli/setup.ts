import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { createInterface } from "node:readline/promises";
import { fileURLToPath } from "node:url";
import { type Config, readCommandLine, toSettingText } from "../config/config.ts";
import type { Machine } from "../config/default-folders.ts";
import { type SettingName, settings } from "../config/settings.ts";
import { closestName } from "../contract/closest-name.ts";
import { commandFlags } from "./command-flags.ts";
import { UsageError } from "./errors.ts";
import { type Host, hosts, type Server } from "./setup/hosts.ts";
import { installLink } from "./setup/install-link.ts";
import { startCommand } from "./setup/start-command.ts";
import {
  findConfigurationFile,
  readState,
  type ServerEntry,
  serverStep,
  skillRemoval,
  skillStep,
} from "./setup/steps.ts";
import { printJson, printLine } from "./terminal.ts";

const usage =
  "Usage: copydesk setup [host...] [--remove] [--yes] [--name <name>] [--url <address of /mcp>] [--no-skill] [--link] [settings]";

/** Lists the hosts on this machine, or adds Copydesk to the configuration of the named ones. */
export async function run(argv: readonly string[]): Promise<number> {
  const { config, positionals, own } = readCommandLine(argv, process.env, commandFlags.setup);
  const machine: Machine = { platform: process.platform, home: homedir(), environment: process.env };
  const name = typeof own.name === "string" ? own.name : "copydesk";
  if (!/^[\w-]{1,64}$/.test(name)) throw new UsageError("--name takes letters, digits, - and _, at most 64.");
  if (positionals.length === 0) {
    if (own.remove === true)
      throw new UsageError(`Name the hosts to remove it from. ${setUpNow(machine, name)}\n${usage}`);
    if (own.yes === true || own.link === true) throw new UsageError(usage);
    return showHosts(machine, name, own.json === true);
  }

  const targets: ServerEntry[] = positionals.map((hostName) => ({ host: hostNamed(hostName), machine, name }));
  const server = serverFor(config, own.url);
  const isRemoval = own.remove === true;
  if (own.link === true) {
    if (isRemoval) throw new UsageError("--link adds a server and --remove removes it: use only one of them.");
    for (const { host } of targets) printLine(linkFor(host, name, server));
    return 0;
  }
  const withSkill = own["no-skill"] !== true;
  // Plans every change before the first write, since one may be refused.
  const servers = targets.map((target) => ({ target, step: serverStep(target, isRemoval ? undefined : server) }));
  let isDone = true;
  for (const { target, step } of servers) {
    const { host } = target;
    const skill = !withSkill ? undefined : isRemoval ? skillRemoval(target) : skillStep(target, config);
    const changes = [step, skill].filter((one) => one !== undefined);
    for (const line of changes.flatMap(({ shown }) => shown)) printLine(line);
    if (changes.length === 0) {
      printLine(`${host.title}: ${isRemoval ? "nothing to remove" : "already set up"}.`);
    } else if (own.yes === true || (await agreed(host))) {
      for (const change of changes) change.carryOut();
      printLine(`${host.title}: done. ${host.afterwards}`);
    } else {
      isDone = false;
    }
  }
  return isDone ? 0 : 1;
}

/** Links are stored in histories and shared, so they must not contain secrets. */
function linkFor(host: Host, name: string, server: Server): string {
  const [secret] = server.kind === "stdio" ? Object.keys(server.env) : [];
  if (secret !== undefined) {
    throw new UsageError(`A link would show ${secret}. Leave the secret out, and add it to the host's file yourself.`);
  }
  const link = installLink(host, name, server);
  if (link !== undefined) return link.app;
  throw new UsageError(`${host.title} does not support such a link. "copydesk setup" without --link changes its file.`);
}

function hostNamed(hostName: string): Host {
  const host = Object.hasOwn(hosts, hostName) ? hosts[hostName] : undefined;
  if (host !== undefined) return host;
  const near = closestName(hostName, Object.keys(hosts));
  const guess = near === undefined ? "" : ` Did you mean ${near}?`;
  throw new UsageError(`There is no host "${hostName}".${guess} There are: ${Object.keys(hosts).join(", ")}.`);
}

function setUpNow(machine: Machine, name: string): string {
  const names = Object.entries(hosts).flatMap(([hostName, host]) => {
    const state = readState({ host, machine, name });
    return "setUp" in state && state.setUp ? [hostName] : [];
  });
  return names.length === 0 ? "It is not set up in any of them." : `Set up now: ${names.join(", ")}.`;
}

function showHosts(machine: Machine, name: string, json: boolean): number {
  const rows = Object.entries(hosts).map(([hostName, host]) => {
    return {
      host: hostName,
      title: host.title,
      found: host.traces(machine).some((path) => existsSync(path)),
      file: findConfigurationFile({ host, machine }),
      ...readState({ host, machine, name }),
    };
  });
  if (json) {
    printJson(rows);
    return 0;
  }
  for (const row of rows) {
    const state = "problem" in row ? "unreadable" : row.setUp ? "set up" : row.found ? "found" : "not found";
    printLine(`${row.host.padEnd(16)} ${row.title.padEnd(16)} ${state.padEnd(10)} ${row.file}`);
  }
  printLine("");
  for (const row of rows) if ("problem" in row) printLine(row.problem);
  const next = rows.find((row) => row.found && "setUp" in row && !row.setUp)?.host;
  printLine(`Add Copydesk to one: copydesk setup ${next ?? "<host>"}. It shows the change, and asks before it writes.`);
  return 0;
}

async function agreed(host: Host): Promise<boolean> {
  if (!process.stdin.isTTY) {
    process.stderr.write(`${host.title}: nothing was changed. Confirm with --yes.\n`);
    return false;
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const reply = await terminal.question("Change it? [y/N] ");
  terminal.close();
  return /^y(es)?$/i.test(reply.trim());
}

/** The host starts Copydesk with the flags given here; secrets go into its environment. */
function serverFor(config: Config, url: unknown): Server {
  const chosenSettings = Object.entries(settings).flatMap(([key, setting]) => {
    const { value, source } = config[key as SettingName];
    return source === `--${setting.flag}` ? [{ setting, text: toSettingText(value) }] : [];
  });
  if (typeof url === "string") {
    if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
      throw new UsageError("--url takes the address of /mcp, such as http://127.0.0.1:7337/mcp.");
    }
    if (chosenSettings.length > 0) {
      throw new UsageError(`--url uses a server that runs: give --${chosenSettings[0]?.setting.flag} to that server.`);
    }
    return { kind: "http", url };
  }
  const args = chosenSettings
    .filter(({ setting }) => !setting.secret)
    .flatMap(({ setting: { flag, type }, text }) => (type.format === "boolean" ? [`--${flag}`] : [`--${flag}`, text]));
  const env = Object.fromEntries(
    chosenSettings.flatMap(({ setting, text }) => (setting.secret ? [[setting.variable, text]] : [])),
  );
  const program = fileURLToPath(new URL("./cli.js", import.meta.url));
  return { kind: "stdio", ...startCommand(program, args, process.platform), env };
}
