import * as S from "../src/platform/store/search.ts";
import { openDatabase } from "../src/platform/store/database.ts";
import { readQuery } from "../src/platform/search/query.ts";
import { findCandidates } from "../src/platform/search/candidates.ts";
import { searchSections } from "../src/platform/search/search.ts";
import { Matcher } from "../src/platform/search/matcher.ts";
import { rankSection } from "../src/platform/search/rank.ts";
import { snippet } from "../src/platform/search/snippet.ts";
const db = await openDatabase("/tmp/sdb");
const spaces = Array.from({length:20},(_, i)=>`space-${i}`);
const t=async (name:string,f:()=>Promise<any>)=>{for(let i=0;i<5;i++)await f();const ts=[];let r;for(let i=0;i<30;i++){const s=performance.now();r=await f();ts.push(performance.now()-s)}ts.sort((a,b)=>a-b);console.log("  ",name.padEnd(30),ts[8].toFixed(2));return r};
await db.read(async q=>{
  const scope=await S.findScope(q,spaces);
  for(const text of ["joormenter staprosable noxe ina","pasta seror","jovista","comtra hafor","zevierable "]){
    const words=readQuery(text); console.log(text);
    await t("total",()=>searchSections(q,{spaces,query:text,limit:20,offset:0}));
    const c=await t("candidates",()=>findCandidates(q,scope,words)); 
    console.log(c.sections.length);
    const ids=c.sections.map((s:any)=>s.id);
    for(const w of words)await t("count "+w.whole.stem,()=>S.countSections(q,scope,[{term:w.whole.stem,beginning:false}],2000));
    await t("read",()=>S.readSections(q,ids));
    await t("rank",async()=>{const m=new Matcher(words);return c.sections.map((s:any)=>rankSection(m,c.weights,s))});
    await t("snippets",async()=>{const m=new Matcher(words);return c.sections.slice(0,40).map((s:any)=>snippet(m,s.body))});
    const any={any:words.map(w=>({term:w.whole.stem,beginning:false}))};
    await t("any ranked",()=>S.findSections(q,scope,any,{ranked:true,limit:200}));
    await t("any unranked",()=>S.findSections(q,scope,any,{ranked:false,limit:200}));
  }
});
