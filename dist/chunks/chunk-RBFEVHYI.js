import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);
function r(o){let n=new Map,s="";for(let t of o.split(`
`)){let e=/^\s*\[\[?\s*([^\]\n]+?)\s*\]\]?\s*(?:[#;].*)?$/.exec(t);e&&(s=(e[1]??"").replace(/["']/g,""));let i=n.get(s)??[];!e&&t.trim()!==""&&i.push(t),n.set(s,i)}return n}export{r as a};
