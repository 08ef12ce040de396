import { runCommandLine } from "../../src/cli/command-line.ts";
import { type Ended, environment } from "./program.ts";

const signals = ["SIGINT", "SIGTERM", "warning"] as const;
let last: Promise<unknown> = Promise.resolve();

/**
 * The result of a command that ends by itself, run from its source in this process, which is much faster than starting
 * the program. That the built program behaves the same is shown with one command of each kind.
 */
export function answered(args: readonly string[], variables: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const answer = last.then(() => run(args, variables));
  last = answer.catch(() => undefined);
  return answer;
}

async function run(args: readonly string[], variables: Readonly<Record<string, string>>): Promise<Ended> {
  const before = { ...process.env };
  const listeners = signals.map((name) => [name, process.listeners(name as "SIGINT")] as const);
  const written = { stdout: "", stderr: "" };
  const streams = (["stdout", "stderr"] as const).map((name) => {
    const stream = process[name];
    const { write } = stream;
    stream.write = ((text: string | Uint8Array) => {
      written[name] += String(text);
      return true;
    }) as typeof write;
    return () => {
      stream.write = write;
    };
  });
  setEnvironment({ ...environment, ...variables });
  try {
    const code = await runCommandLine(args);
    if (/cpd_\w{20}/.test(written.stderr)) throw new Error(`A token on stderr:\n${written.stderr}`);
    return { code: code ?? 0, ...written };
  } finally {
    for (const restore of streams) restore();
    setEnvironment(before);
    for (const [name, had] of listeners) {
      for (const listener of process.listeners(name as "SIGINT")) {
        if (!had.includes(listener)) process.off(name, listener);
      }
    }
  }
}

/** In place, because native code and started programs see it too. */
function setEnvironment(variables: Readonly<Record<string, string | undefined>>): void {
  for (const name of Object.keys(process.env)) if (!(name in variables)) delete process.env[name];
  for (const [name, value] of Object.entries(variables)) if (value !== undefined) process.env[name] = value;
}
