import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);
var e=(o,t)=>`c${o}_${t}`,s=(o,t={})=>({ok:!1,why:o,fields:t});export{e as a,s as b};
