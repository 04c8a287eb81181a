import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);
var n=["100644","100755","120000"];function i({files:e}){if(e.length>300)return`The change touches ${e.length} files; 300 is the limit.`;let t=e.reduce((s,{now:o})=>s+(o?.size??0),0);return t>4194304?`The changed files hold ${t} bytes; 4194304 is the limit.`:null}export{n as a,i as b};
