import { runCommandLine } from "./command-line.ts";

// Not awaited: an await at the top level of a module makes Node exit with 13 when a command ends by closing its input.
void runCommandLine(process.argv.slice(2)).then((code) => {
  if (code !== undefined) process.exitCode = code;
});
