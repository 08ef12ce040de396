import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { stripVTControlCharacters } from "node:util";
import { environment, program } from "./program.ts";

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/**
 * Runs the built program in a separate terminal, which util-linux's `script` creates, and types an answer when the
 * screen shows the text that asks for it. Returns the contents of the screen.
 */
export async function atTerminal(
  args: readonly string[],
  {
    answers = {},
    variables = {},
  }: { answers?: Readonly<Record<string, string>>; variables?: Readonly<Record<string, string>> } = {},
): Promise<{ readonly code: number; readonly screen: string; readonly raw: string }> {
  const command = [process.execPath, program, ...args].map(quoted).join(" ");
  const child: ChildProcessWithoutNullStreams = spawn("script", ["-qfec", command, "/dev/null"], {
    env: { ...environment, TERM: "xterm", ...variables },
  });
  let raw = "";
  const open = new Map(Object.entries(answers));
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    raw += chunk;
    for (const [question, answer] of open) {
      if (!raw.includes(question)) continue;
      open.delete(question);
      child.stdin.write(`${answer}\n`);
    }
  });
  const code = await new Promise<number>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (status) => resolve(status ?? -1));
  });
  return { code, raw, screen: stripVTControlCharacters(raw).replaceAll("\r\n", "\n") };
}
