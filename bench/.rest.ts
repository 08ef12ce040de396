import { generatePages } from "./generated-docs.ts";
import { withService } from "./service.ts";
import { copydesk } from "./stdio-server.ts";
import { openWorkspace, storePages, withFolder } from "./workspace.ts";
import { Pool } from "undici";
import { execSync } from "node:child_process";
import { readFileSync } from "node:fs";
const childPid = () => Number(execSync(`ps -o pid=,args= --ppid ${process.pid} | grep cli.js | head -1`).toString().trim().split(/\s+/)[0]);
let pid = 0;
const cpu = () => { pid ||= childPid(); const f = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" "); return (Number(f[11]) + Number(f[12])) * 10; };
const prof = process.argv[2] === "prof";
await withFolder("rest", async (folder) => {
  const w = await openWorkspace(folder);
  const spaceId = await storePages(w, generatePages(200));
  const tree = await w.client.pages.list({ spaceId });
  const ids = tree.pages.flatMap((p: any) => [p.id, ...(p.pages ?? []).map((c: any) => c.id)]);
  await w.platform.close();
  const own = copydesk(folder, ["serve", "--port", "0"]);
  const cli = process.env.CLI;
  const program = cli ? { ...own, argv: [cli, ...own.argv.slice(1)] } : own;
  const p = prof ? { ...program, argv: ["--cpu-prof", "--cpu-prof-dir=/tmp/h18prof", ...program.argv] } : program;
  await withService(p, async ({ api }) => {
    const { origin, pathname } = new URL(api);
    const pool = new Pool(origin, { connections: 32 });
    const read = async (i: number) => {
      const { statusCode, body } = await pool.request({ method: "GET", path: `${pathname}/spaces/${spaceId}/content/page/${ids[(i * 7) % ids.length]}?format=markdown`, headers: { authorization: `Bearer ${w.token}` } });
      const t = await body.text(); if (statusCode !== 200) throw new Error(t);
    };
    for (const n of [1000, 6000, 6000]) {
      let next = 0; const s = performance.now(); const c0 = cpu();
      await Promise.all(Array.from({ length: 32 }, async () => { for (let i = next++; i < n; i = next++) await read(i); }));
      console.log(n, Math.round(n * 1000 / (performance.now() - s)), "calls/s", ((cpu() - c0) / n).toFixed(3), "ms cpu/call");
    }
    await pool.destroy();
    if (prof) { process.kill(pid, "SIGINT"); await new Promise((r) => setTimeout(r, 6000)); }
  });
});
