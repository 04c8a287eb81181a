import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);
import{appendFileSync as s}from"node:fs";var e=(n,t)=>n[`INPUT_${t.replaceAll(" ","_").toUpperCase()}`]?.trim()??"",p=(n,t)=>`::${n}::${t.replaceAll("%","%25").replaceAll("\r","%0D").replaceAll(`
`,"%0A")}
`,a=(n,t,r)=>i(n.GITHUB_OUTPUT,t,r),c=(n,t,r)=>i(n.GITHUB_STATE,t,r),d=(n,t)=>n[`STATE_${t}`]??"";function i(n,t,r){n&&s(n,/^[\x20-\x7e]*$/.test(r)?`${t}=${r}
`:l(t,r))}function l(n,t){let{randomUUID:r}=process.getBuiltinModule("node:crypto"),o=`oi_${r()}`;return`${n}<<${o}
${t}
${o}
`}function m(){let[n,t]=[new AbortController,new AbortController];return process.on("SIGINT",()=>n.abort()),process.on("SIGTERM",()=>{n.abort(),t.abort()}),{stop:n.signal,hurry:t.signal}}var x=n=>({trigger:e(n,"trigger")||"/oi",label:e(n,"label")||"oi"});export{e as a,p as b,a as c,c as d,d as e,m as f,x as g};
