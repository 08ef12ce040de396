import { execFile, execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { temporaryFolder } from "../space-files/temporary-folder.ts";
import { openGitDesk } from "./git-desk.ts";
import { startGitServer } from "./git-server.ts";

const secret = Buffer.from("operator:hunter2").toString("base64");

interface Planted {
  /** Files in the operator's home, by path. */
  readonly files?: (about: Place) => Record<string, string>;
  readonly variables?: (about: Place) => Record<string, string>;
}

interface Place {
  readonly home: string;
  readonly url: string;
  /** A program that prints the password and leaves a mark. */
  readonly program: string;
}

const configured = (lines: (about: Place) => string): Planted => ({
  files: (about) => ({ ".gitconfig": lines(about) }),
});

/** Every place from which Git reads credentials. The address of the server is filled in. */
const places: Readonly<Record<string, Planted>> = {
  "~/.netrc": { files: () => ({ ".netrc": "machine 127.0.0.1\nlogin operator\npassword hunter2\n" }) },
  "a credential helper": configured(({ program }) => `[credential]\n\thelper = "!${program} helper"\n`),
  "stored credentials": {
    files: ({ url }) => ({
      ".gitconfig": "[credential]\n\thelper = store\n",
      ".git-credentials": `${url.replace("//", "//operator:hunter2@")}\n${new URL(url).origin.replace("//", "//operator:hunter2@")}\n`,
    }),
  },
  "the settings in XDG_CONFIG_HOME": {
    files: () => ({ ".config/git/config": `[http]\n\textraHeader = Authorization: Basic ${secret}\n` }),
    variables: ({ home }) => ({ XDG_CONFIG_HOME: join(home, ".config") }),
  },
  "a header": configured(() => `[http]\n\textraHeader = Authorization: Basic ${secret}\n`),
  "another address for the same": configured(({ url }) => {
    const own = new URL(url).origin;
    return `[url "${own.replace("//", "//operator:hunter2@")}"]\n\tinsteadOf = ${own}\n`;
  }),
  "settings that others include": {
    files: ({ home }) => ({
      ".gitconfig": `[includeIf "gitdir:/**"]\n\tpath = ${home}/more\n[include]\n\tpath = ${home}/more\n`,
      more: `[http]\n\textraHeader = Authorization: Basic ${secret}\n`,
    }),
  },
  cookies: {
    files: ({ home }) => ({
      ".gitconfig": `[http]\n\tcookieFile = ${home}/cookies\n`,
      cookies: "127.0.0.1\tFALSE\t/\tFALSE\t0\tsession\toperator\n",
    }),
  },
  "a program that asks": configured(({ program }) => `[core]\n\taskPass = ${program}\n`),
  GIT_ASKPASS: { variables: ({ program }) => ({ GIT_ASKPASS: program }) },
  SSH_ASKPASS: { variables: ({ program }) => ({ SSH_ASKPASS: program }) },
  "settings in the environment": {
    variables: () => ({
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_KEY_0: "http.extraHeader",
      GIT_CONFIG_VALUE_0: `Authorization: Basic ${secret}`,
    }),
  },
  GIT_CONFIG_PARAMETERS: {
    variables: () => ({ GIT_CONFIG_PARAMETERS: `'http.extraHeader=Authorization: Basic ${secret}'` }),
  },
  GIT_CONFIG_GLOBAL: {
    files: () => ({ other: `[http]\n\textraHeader = Authorization: Basic ${secret}\n` }),
    variables: ({ home }) => ({ GIT_CONFIG_GLOBAL: join(home, "other") }),
  },
  GIT_CONFIG_SYSTEM: {
    files: () => ({ other: `[http]\n\textraHeader = Authorization: Basic ${secret}\n` }),
    variables: ({ home }) => ({ GIT_CONFIG_SYSTEM: join(home, "other") }),
  },
};

/** A home with planted credentials, and a server that requires credentials. */
async function plant({ files, variables }: Planted) {
  const home = await temporaryFolder({});
  const told: string[] = [];
  const server = await startGitServer({
    credentials: "somebody:else",
    answer: ({ headers }) => {
      told.push(...[headers.authorization, headers["proxy-authorization"], headers.cookie].flatMap((one) => one ?? []));
      return false;
    },
  });
  const mark = join(home, "mark");
  const program = join(home, "program");
  const script = `#!/bin/sh\ntouch '${mark}'\ncase "$1" in helper|get) echo username=operator; echo password=hunter2;; Username*) echo operator;; *) echo hunter2;; esac\n`;
  writeFileSync(program, script, { mode: 0o755 });
  const about = { home, url: server.url, program };
  for (const [path, text] of Object.entries(files?.(about) ?? {})) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  }
  const environment = { HOME: home, ...variables?.(about) };
  return { home, server, told, environment, wasRun: () => existsSync(mark) };
}

/** What an ordinary Git does there, which shows that the planted files work. */
async function runPlainGit(url: string, environment: Record<string, string>): Promise<void> {
  const env = { PATH: process.env.PATH, GIT_TERMINAL_PROMPT: "0", ...environment };
  await new Promise((resolve) => execFile("git", ["ls-remote", url], { env }, resolve));
}

describe("a repository that requires credentials", () => {
  it.each(Object.keys(places))("does not get them from %s", async (place) => {
    const { server, told, environment, wasRun } = await plant(places[place] ?? {});
    await runPlainGit(server.url, environment);
    expect(told.length, "Git itself finds the planted files").toBeGreaterThan(0);
    const ranBefore = wasRun();
    told.length = 0;
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
    onTestFinished(() => void vi.unstubAllEnvs());
    const desk = await openGitDesk();
    expect((await desk.import(server.url)).error).toContain("Put a user name and a token in the URL");
    expect((await desk.export(server.url)).state).toBe("failure");
    expect(told).toEqual([]);
    expect(wasRun()).toBe(ranBefore);
  });

  const realHome = userInfo().homedir;
  it.skipIf(!canShowAnotherHome())(
    "does not get them from the home according to the system, if the environment has none",
    async () => {
      const { home, server, told } = await plant(places["~/.netrc"] ?? {});
      const programs = await temporaryFolder({});
      const git = execFileSync("sh", ["-c", "command -v git"]).toString().trim();
      const inside = `mount --bind '${home}' '${realHome}' && exec '${git}' "$@"`;
      writeFileSync(
        join(programs, "git"),
        `#!/bin/sh\nexec unshare -rm sh -c '${inside.replaceAll("'", "'\\''")}' git "$@"\n`,
        {
          mode: 0o755,
        },
      );
      const path = `${programs}:${process.env.PATH}`;
      await runPlainGit(server.url, { PATH: path });
      expect(told).toEqual([`Basic ${secret}`]);
      told.length = 0;
      vi.stubEnv("PATH", path);
      onTestFinished(() => void vi.unstubAllEnvs());
      const desk = await openGitDesk();
      expect((await desk.import(server.url)).state).toBe("failure");
      expect(told).toEqual([]);
    },
  );
});

describe("Git", () => {
  it("does not run hooks that the operator's templates, settings or variables name", async () => {
    const server = await startGitServer();
    server.commit({ "README.md": "# Home\n" });
    const home = await temporaryFolder({});
    const mark = join(home, "mark");
    const names = ["reference-transaction", "pre-push", "post-checkout", "post-rewrite", "pre-auto-gc", "fsmonitor"];
    for (const folder of ["templates/hooks", "hooks"]) {
      mkdirSync(join(home, folder), { recursive: true });
      for (const name of names) {
        writeFileSync(join(home, folder, name), `#!/bin/sh\ntouch '${mark}'\n`, { mode: 0o755 });
      }
    }
    const settings = `[core]\n\thooksPath = ${home}/hooks\n\tfsmonitor = ${home}/hooks/fsmonitor\n[init]\n\ttemplateDir = ${home}/templates\n`;
    writeFileSync(join(home, ".gitconfig"), settings);
    const environment = { HOME: home, GIT_TEMPLATE_DIR: join(home, "templates"), GIT_TRACE: join(home, "mark") };
    await runPlainGit(server.url, environment);
    expect(existsSync(mark), "Git itself finds the planted files").toBe(true);
    execFileSync("rm", [mark]);
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
    onTestFinished(() => void vi.unstubAllEnvs());
    const desk = await openGitDesk();
    expect((await desk.import(server.url)).state).toBe("success");
    await desk.publish({ operation: "insert_page", title: "More", document: { markdown: "x\n" } });
    expect((await desk.export(server.url)).state).toBe("success");
    expect(existsSync(mark)).toBe(false);
  });
});

/** Whether this system can show a process a folder at a different path. */
function canShowAnotherHome(): boolean {
  if (process.platform !== "linux") return false;
  try {
    execFileSync("unshare", ["-rm", "sh", "-c", 'mount --bind /tmp "$0"', userInfo().homedir], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
