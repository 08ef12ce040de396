import { largestAllocation } from "./git-limits.ts";

/** A path that nothing is at and nothing can be put below. */
const nowhere = process.platform === "win32" ? "NUL" : "/dev/null";

/**
 * No settings, credentials, hooks or programs of this machine take part, no program but Git itself is started, nothing
 * is asked. Git's files and the variables that name others are switched off in `gitEnvironment`.
 */
const settings: Readonly<Record<string, string>> = {
  "core.hooksPath": nowhere,
  "core.attributesFile": nowhere,
  "core.fsmonitor": "false",
  "core.askPass": "",
  "credential.helper": "",
  "http.emptyAuth": "false",
  "http.delegation": "none",
  "http.proxyAuthMethod": "basic",
  "fetch.unpackLimit": "1",
  "fetch.recurseSubmodules": "false",
  "gc.auto": "0",
  "maintenance.auto": "false",
  "http.followRedirects": "false",
  "http.lowSpeedLimit": "500",
  "http.lowSpeedTime": "30",
  "http.sslVerify": "true",
  "core.bigFileThreshold": "16m",
  "core.packedGitWindowSize": "16m",
  "core.packedGitLimit": "64m",
  "core.deltaBaseCacheLimit": "32m",
  "pack.threads": "1",
  "pack.windowMemory": "64m",
};

/** Variables that a program needs to run at all. */
const kept = ["PATH", "SystemRoot", "TEMP", "TMP", "TMPDIR"];

export interface EnvironmentOptions {
  readonly folder: string;
  readonly protocols?: string | undefined;
  readonly settings?: Readonly<Record<string, string>> | undefined;
}

/** The environment of a Git process: all of it, for nothing is inherited that is not named here. */
export function gitEnvironment(options: EnvironmentOptions): NodeJS.ProcessEnv {
  const given = Object.entries({ ...settings, ...options.settings });
  const numbered = given.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  const inherited = kept.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  return Object.fromEntries([
    ...inherited,
    ["LC_ALL", "C"],
    // Without one, curl asks the system for the home of the user and reads the .netrc there.
    ["HOME", nowhere],
    ["XDG_CONFIG_HOME", nowhere],
    // Tickets and keys of Kerberos are found without a home.
    ["KRB5CCNAME", nowhere],
    ["KRB5_CLIENT_KTNAME", nowhere],
    ["GIT_DIR", options.folder],
    ["GIT_ALLOW_PROTOCOL", options.protocols ?? "none"],
    ["GIT_CONFIG_NOSYSTEM", "1"],
    ["GIT_CONFIG_GLOBAL", nowhere],
    ["GIT_ATTR_NOSYSTEM", "1"],
    ["GIT_TERMINAL_PROMPT", "0"],
    ["GIT_NO_REPLACE_OBJECTS", "1"],
    ["GIT_NO_LAZY_FETCH", "1"],
    ["GIT_ALLOC_LIMIT", String(largestAllocation)],
    ["GIT_CONFIG_COUNT", String(given.length)],
    ...numbered,
  ]) as NodeJS.ProcessEnv;
}
