import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);
var s=(r,n)=>/^[^\n]*\r\n/.test(r)?n.replaceAll(`\r
`,`
`):n;export{s as a};
