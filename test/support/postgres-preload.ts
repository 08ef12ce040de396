// Loaded before the command line in tests on PostgreSQL: its data folder has a separate database there.
import { databaseOf } from "./postgres-databases.ts";

const at = process.argv.indexOf("--data");
const folder = at === -1 ? undefined : process.argv[at + 1];
if (folder !== undefined) process.env.COPYDESK_DATABASE ??= await databaseOf(folder);
