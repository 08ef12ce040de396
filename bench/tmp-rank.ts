import { openDatabase } from "../src/platform/store/database.ts";
import { readSections } from "../src/platform/store/search.ts";
import { readQuery } from "../src/platform/search/query.ts";
import { Matcher } from "../src/platform/search/matcher.ts";
import { rankSection } from "../src/platform/search/rank.ts";
import { sql } from "kysely";
const db = await openDatabase("/tmp/sdb");
await db.read(async q=>{
  const {rows}=await sql<any>`select id from section where id % 500 = 7`.execute(q);
  const secs=await readSections(q,rows.map((r:any)=>r.id).slice(0,200));
  console.log(secs.length);
  for(let i=0;i<1500;i++) {const words=readQuery("con"); const m=new Matcher(words);const t=performance.now(); secs.map((s:any)=>rankSection(m,[1],s)); if(i%300==0||i<3)console.log(performance.now()-t)}
});
await db.close();
