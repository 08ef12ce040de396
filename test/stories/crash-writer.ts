import { writeSync } from "node:fs";
import { storePlan } from "../../src/platform/exchange/imports/store-plan.ts";
import { planImport } from "../../src/platform/exchange/space-files/plan.ts";
import { openWorkspaceAt } from "../support/platform-workspace.ts";
import type { Acknowledged } from "./crash-record.ts";

/** Imports a folder and merges change requests until it is killed, printing a line for everything acknowledged. */
const [dataFolder = "", docsFolder = ""] = process.argv.slice(2);

const { platform, client, organization, user } = await openWorkspaceAt(dataFolder);

say({ done: "opened" });

for (let round = 0; ; round += 1) {
  const plan = await planImport(docsFolder, { title: "Imported" });
  const { space } = await storePlan(platform, plan, { organization, user });
  say({ done: "imported", space });
  for (let number = 0; number < 5; number += 1) {
    const { id: changeRequest } = await client.changeRequests.create({ spaceId: space });
    const address = { spaceId: space, changeRequestId: changeRequest };
    const text = `acknowledged ${process.pid} ${round} ${number}`;
    const answer = await client.changeRequestContent.apply({
      ...address,
      compat: false,
      changes: [
        { operation: "insert_page", title: `Page ${number}`, document: { markdown: `${text}\n` } },
        {
          operation: "insert_files",
          files: [{ name: "a.bin", contentType: "application/octet-stream", base64: btoa(text) }],
        },
      ],
    });
    const [made] = (answer as { changes: { page: { id: string } }[] }).changes;
    const page = made?.page.id ?? "";
    say({ done: "edited", space, changeRequest, page, text });
    await client.changeRequests.merge(address);
    say({ done: "merged", space, changeRequest, page, text });
  }
}

/** Written before the next step begins, so that a line is never lost in this process. */
function say(acknowledged: Acknowledged): void {
  writeSync(1, `${JSON.stringify(acknowledged)}\n`);
}
