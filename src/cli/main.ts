import { isForPeople } from "./errors-for-people.ts";
import { run as serveStdio } from "./mcp.ts";

/** What is imported from late.ts is compiled when it is first needed: it is most of the program. */
async function main(argv: readonly string[]): Promise<number | undefined> {
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

main(process.argv.slice(2)).then(
  (code) => {
    if (code !== undefined) process.exitCode = code;
  },
  (error: unknown) => {
    const shown = isForPeople(error) ? error.message : error instanceof Error ? error.stack : String(error);
    process.stderr.write(`${shown}\n`);
    process.exitCode = 1;
  },
);
