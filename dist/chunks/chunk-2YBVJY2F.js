import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);
import{La as d,Ra as g,j as c,k as y}from"./chunk-BSWTGKIP.js";function h(t){let[e="",...n]=t.trim().split(`
`);return{kind:"finish",title:e.trim(),body:n.join(`
`).trim()}}function M(t,{fields:e},n){let s=e.output;if(e.code!==0||!s)return null;let{head:o,omitted:l,tail:r}=s,m=l===0?o+r:`${o}
…
${r}`,[a="",...p]=m.trimStart().split(`
`);if(a.trim()!==t)return null;let i=p.join(`
`).trim();return h(i===""||i.startsWith("diff --git ")?n:i)}var x=t=>({kind:"stop",why:`The model gave ${t} answers in a row that nothing could be done with.`});var k=t=>t;function S(t,e){let n=w(t),s=new WeakMap;return(o,l=k)=>{let r=y(o,"harness.chosen"),m=a=>{let p=[r?.wire,r?.model,...a.parts],i=s.get(a.entry);if(i&&f(i.parts,p))return i.messages;let u=a.from==="model"?e(a,r,o):a.messages();return s.set(a.entry,{parts:p,messages:u}),u};return[...n(o),...l(g(t,o)).flatMap(m)]}}function w(t){let e=null;return n=>{let[s]=c(n,"sitting.opened"),[o]=c(n,"environment.seen"),[l]=c(n,"context.gathered"),r=[s,o,l];if(!e||!f(e.parts,r)){let m=d(t.system,{sitting:s,environment:o,context:l},t);e={parts:r,messages:m===""?[]:[{role:"system",text:m}]}}return e.messages}}var O=t=>({role:"user",text:t}),f=(t,e)=>t.length===e.length&&t.every((n,s)=>n===e[s]);export{h as a,M as b,x as c,S as d,O as e};
