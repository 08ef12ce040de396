import { run as serveStdio } from "./mcp.ts";

/** Runs a command line, reports errors, and returns the exit code if there is one to set. */
export async function runCommandLine(argv: readonly string[]): Promise<number | undefined> {
  try {
    return await run(argv);
  } catch (error) {
    const { describeFailure } = await import("./failure.ts");
    const { createRedact, findSecrets } = await import("./redaction.ts");
    const redact = createRedact(findSecrets(argv, process.env));
    process.stderr.write(`${redact(await describeFailure(error))}\n`);
    return 1;
  }
}

/** late.ts is most of the program, so it is compiled only when needed. */
async function run(argv: readonly string[]): Promise<number | undefined> {
  const [first, ...others] = argv;
  // Words to complete are not flags of this call.
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
  // A terminal does not speak the protocol. `copydesk mcp` starts the server anyway.
  if (first === undefined || first.startsWith("-")) return runCommand("help", []);
  return runCommand(first, others);
}

/** `copydesk doctor | head` closes the pipe early. The command still finishes normally. */
function ignoreClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    if (!stream.listeners("error").includes(passOverClosed)) stream.on("error", passOverClosed);
  }
}

function passOverClosed(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE" && error.code !== "EOF") throw error;
}
