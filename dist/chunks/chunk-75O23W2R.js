import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);
import{appendFileSync as i}from"node:fs";var p=(n,t)=>n[`INPUT_${t.replaceAll(" ","_").toUpperCase()}`]?.trim()??"",g=(n,t)=>`::${n}::${t.replaceAll("%","%25").replaceAll("\r","%0D").replaceAll(`
`,"%0A")}
`,c=n=>n.replaceAll("##[","# #[").replace(/^((?:[^\S\n\r\u2028\u2029]|\u0085)*):(?=:)/gm,"$1: "),a=(n,t,r)=>o(n.GITHUB_OUTPUT,t,r),d=(n,t,r)=>o(n.GITHUB_STATE,t,r),u=(n,t)=>n[`STATE_${t}`]??"";function o(n,t,r){n&&i(n,/^[\x20-\x7e]*$/.test(r)?`${t}=${r}
`:s(t,r))}function s(n,t){let{randomUUID:r}=process.getBuiltinModule("node:crypto"),e=`oi_${r()}`;return`${n}<<${e}
${t}
${e}
`}function m(){let[n,t]=[new AbortController,new AbortController];return process.on("SIGINT",()=>n.abort()),process.on("SIGTERM",()=>{n.abort(),t.abort()}),{stop:n.signal,hurry:t.signal}}export{p as a,g as b,c,a as d,d as e,u as f,m as g};
