import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);
import{randomUUID as i}from"node:crypto";import{appendFileSync as s}from"node:fs";var a=(n,r)=>n[`INPUT_${r.replaceAll(" ","_").toUpperCase()}`]?.trim()??"",g=(n,r)=>`::${n}::${r.replaceAll("%","%25").replaceAll("\r","%0D").replaceAll(`
`,"%0A")}
`,c=(n,r,t)=>e(n.GITHUB_OUTPUT,r,t),d=(n,r,t)=>e(n.GITHUB_STATE,r,t),m=(n,r)=>n[`STATE_${r}`]??"";function e(n,r,t){if(!n)return;let o=`oi_${i()}`;s(n,`${r}<<${o}
${t}
${o}
`)}function u(){let[n,r]=[new AbortController,new AbortController];return process.on("SIGINT",()=>n.abort()),process.on("SIGTERM",()=>{n.abort(),r.abort()}),{stop:n.signal,hurry:r.signal}}export{a,g as b,c,d,m as e,u as f};
