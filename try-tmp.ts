import { openWorkspace } from "./test/support/workspace.ts";
import { callTool } from "./test/tools/catalog/call-tool.ts";
import { catalog } from "./src/tools/catalog.ts";
const w = await openWorkspace();
const call = async (name: keyof typeof catalog, input: Record<string, unknown>, t?: number) => {
  console.log(`\n=== ${name} ${JSON.stringify(input)}`);
  try { const r = await callTool(await catalog[name](), w.client, input, t); console.log(r); return r } catch (e) { console.log("ERR", (e as Error).name, (e as Error).message, (e as Error).name === "ToolError" || (e as Error).name==="ApiError"? "" : (e as Error).stack) ; return "" }
};
const s = await w.makeSpace("API docs", [
  { markdown: "# Guides\n\nAll guides.\n", pages: [{ markdown: "# Billing\n\nHow we bill.\n\n## Refunds\n\nRefunds take 5 days.\n\n## Taxes\n\nVAT applies.\n" }, { markdown: "# Webhooks\n\nEvents are sent.\n" }] },
  { markdown: "# Start\n\nHello.\n" },
]);
await w.makeSpace("Handbook", [{ markdown: "# Holidays\n\nRefunds of holidays.\n" }]);
await call("list_spaces", {});
await call("list_pages", { space: "api" });
await call("search_docs", { query: "refund" });
await call("search_docs", { query: "refund", space: "API docs", limit: 1 });
await call("read_page", { space: "API docs", page: "guides/billing" });
await call("read_page", { space: "API docs", page: "Billing", section: "Refunds" });
await call("read_page", { space: "API docs", page: "Billing", format: "outline" });
await call("read_page", { space: "API docs", page: "Biling plans" });
await call("read_page", { page: "Billing" });
await call("open_change_request", { space: "API docs", subject: "Faster refunds", description: "Because *we* can." });
await call("edit_page", { space: "API docs", change_request: "1", page: "Billing", edits: [{ old_text: "5 days", new_text: "2 days" }], dry_run: true });
await call("edit_page", { space: "API docs", change_request: "4", page: "Billing", edits: [{ old_text: "5 days", new_text: "2 days" }], revision: s.revision });
await call("edit_page", { space: "API docs", change_request: "3", page: "Billing", edits: [{ old_text: "5 days", new_text: "1 day" }], revision: s.revision });
await call("show_changes", { space: "API docs", change_request: "#3" });
await call("write_pages", { space: "API docs", change_request: "3", pages: [{action:"create", markdown: "# New\n\nSee [child](./child.md).\n", ref: "new"}, {action:"create", markdown: "# Child\n\nSee [new](./new.md).\n", ref: "child", parent: "new"}, {action:"move", page:"Start", parent: "new"}, {action:"rename", page: "Webhooks", title: "Web hooks"}, {action: "delete", page: "guides"}] });
await call("list_pages", { space: "API docs", change_request: "3" });
await call("read_page", { space: "API docs", change_request: "3", page: "New" });
await call("read_page", { space: "API docs", change_request: "3", page: "new/child" });
await call("show_changes", { space: "API docs", change_request: "#3" });
await call("merge_change_request", { space: "API docs", change_request: "#3" });
await call("merge_change_request", { space: "API docs", change_request: "#3" });
await w.close();
