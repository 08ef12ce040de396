import { openDatabase } from "../src/platform/store/database.ts";
import { findScope, countSections, findSections, readSections } from "../src/platform/store/search.ts";
import { readQuery } from "../src/platform/search/query.ts";
import { Matcher } from "../src/platform/search/matcher.ts";
import { rankSection } from "../src/platform/search/rank.ts";
import { sql } from "kysely";
const db = await openDatabase("/tmp/sdb");
const spaces = Array.from({length:20},(_, i)=>`space-${i}`);
const cpu=()=>{const u=process.cpuUsage();return (u.user+u.system)/1000};
const t=async (name:string,f:()=>Promise<any>)=>{await f();const s=cpu();let r;for(let i=0;i<4;i++)r=await f();console.log(name.padEnd(40),((cpu()-s)/4).toFixed(2),JSON.stringify(r)?.slice(0,60));return r};
await db.read(async q=>{
  const {rows}=await sql<any>`select title, body from section where id % 5000 = 77 limit 6`.execute(q);
  console.log(rows.map((r:any)=>r.title), rows[0].body.slice(0,100));
  const scope=await t("scope",()=>findScope(q,spaces));
  const one=await findScope(q,["space-3"]);
  const E=(w:string,b=false)=>({term:w,beginning:b});
  for(const text of process.argv.slice(2)){
    console.log("==",text);
    const words=readQuery(text); 
    for(const w of words){
      await t("count "+w.whole.folded,()=>countSections(q,scope,[{any:[E(w.whole.stem)]}],4000));
      if(w.whole.unfinished) await t("count prefix"+w.whole.folded,()=>countSections(q,scope,[{any:[E(w.whole.stem),E(w.whole.folded,true)]}],4000));
    }
    const all={all:words.map(w=>({any:w.whole.unfinished?[E(w.whole.stem),E(w.whole.folded,true)]:[E(w.whole.stem)]}))};
    const ids=await t("unranked",()=>findSections(q,scope,all,{ranked:false,limit:201}));
    await t("unranked one space",()=>findSections(q,one,all,{ranked:false,limit:201}));
    await t("title",()=>findSections(q,scope,all,{ranked:false,limit:201,fields:["title"]}));
    await t("title salient",()=>findSections(q,scope,all,{ranked:false,limit:201,fields:["title","salient"]}));
    await t("ranked",()=>findSections(q,scope,all,{ranked:true,limit:201}));
    const secs=await t("read",()=>readSections(q,ids));
    await t("rank",async()=>{const m=new Matcher(words);return secs.map((s:any)=>rankSection(m,words.map(()=>1),s)).length});
  }
});
await db.close();
