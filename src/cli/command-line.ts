import { UnknownFlagError } from "../config/values.ts";
import { isForPeople } from "./errors.ts";
import { run as serveStdio } from "./mcp.ts";

/** Runs what a command line asks for, tells what went wrong, and returns the exit code where there is one to set. */
export async function runCommandLine(argv: readonly string[]): Promise<number | undefined> {
  try {
    return await run(argv);
  } catch (error) {
    const stack = error instanceof Error ? error.stack : String(error);
    const told = isForPeople(error) ? await messageOf(error) : stack;
    // What a message names, such as a file, must not act on the terminal.
    const { escapeControls } = await import("../client/excerpt.ts");
    process.stderr.write(`${(told ?? "").split("\n").map(escapeControls).join("\n")}\n`);
    return 1;
  }
}

/** Tools write for agents; a flag that does not exist is met with the nearest one, once there is time to look for it. */
async function messageOf(error: Error): Promise<string> {
  const { name, message } = error;
  if (error instanceof UnknownFlagError) {
    const { closestName } = await import("../contract/closest-name.ts");
    const near = closestName(error.flag, error.known);
    return near === undefined ? message : message.replace(". ", `. Did you mean --${near}? `);
  }
  if (name !== "ToolError") return message;
  const { shownText } = await import("./desk/shown-answer.ts");
  return shownText(message);
}

/** What is imported from late.ts is compiled when it is first needed: it is most of the program. */
async function run(argv: readonly string[]): Promise<number | undefined> {
  const [first, ...others] = argv;
  // Words that a shell wants completed are no flags of this call.
  const asksForHelp = first !== "complete" && (argv.includes("--help") || argv.includes("-h"));
  if (!asksForHelp && first === "mcp") return serveStdio(others);
  const asksForVersion = first === "--version" || first === "-v";
  const isHost = !process.stdin.isTTY;
  if (isHost && !asksForHelp && !asksForVersion && (first === undefined || first.startsWith("-"))) {
    return serveStdio(argv);
  }

  ignoreClosedOutput();
  const { runCommand } = await import("./late.ts");
  if (asksForHelp) return runCommand("help", first === undefined || first.startsWith("-") ? [] : [first]);
  if (asksForVersion) return runCommand("help", ["--version"]);
  // A person at a terminal has nothing to say in the protocol. `copydesk mcp` speaks it anyway.
  if (first === undefined || first.startsWith("-")) return runCommand("help", []);
  return runCommand(first, others);
}

/** `copydesk doctor | head` reads a few lines and leaves. The command still ends as it would have. */
function ignoreClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    if (!stream.listeners("error").includes(passOverClosed)) stream.on("error", passOverClosed);
  }
}

function passOverClosed(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE" && error.code !== "EOF") throw error;
}
