import { runCommandLine } from "./command-line.ts";

runCommandLine(process.argv.slice(2)).then((code) => {
  if (code !== undefined) process.exitCode = code;
});
