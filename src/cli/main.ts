import { runCommandLine } from "./command-line.ts";

/** Milliseconds for what a command leaves behind, such as connections that no longer respond, to end by itself. */
const patience = 2_000;

// Not awaited: an await at the top level of a module makes Node exit with 13 when a command ends by closing its input.
void runCommandLine(process.argv.slice(2)).then((code) => {
  if (code !== undefined) process.exitCode = code;
  const end = () => {
    const { stdout, stderr } = process;
    if (stdout.writableLength + stderr.writableLength === 0) process.exit();
  };
  setInterval(end, patience).unref();
});
