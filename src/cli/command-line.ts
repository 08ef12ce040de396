import { isForPeople } from "./errors.ts";
import { run as serveStdio } from "./mcp.ts";

/** Runs what a command line asks for, tells what went wrong, and returns the exit code where there is one to set. */
export async function runCommandLine(argv: readonly string[]): Promise<number | undefined> {
  try {
    return await run(argv);
  } catch (error) {
    const told = isForPeople(error) ? error.message : error instanceof Error ? error.stack : String(error);
    // What a message names, such as a file, must not act on the terminal.
    const { escapeControls } = await import("../client/excerpt.ts");
    process.stderr.write(`${(told ?? "").split("\n").map(escapeControls).join("\n")}\n`);
    return 1;
  }
}

/** What is imported from late.ts is compiled when it is first needed: it is most of the program. */
async function run(argv: readonly string[]): Promise<number | undefined> {
  const [first, ...others] = argv;
  const asksForHelp = argv.includes("--help") || argv.includes("-h");
  if (!asksForHelp && first === "mcp") return serveStdio(others);
  const asksForVersion = first === "--version" || first === "-v";
  if (!asksForHelp && !asksForVersion && (first === undefined || first.startsWith("-"))) return serveStdio(argv);

  const { runCommand } = await import("./late.ts");
  if (asksForHelp) return runCommand("help", []);
  if (asksForVersion) return runCommand("help", ["--version"]);
  return runCommand(first ?? "help", others);
}
