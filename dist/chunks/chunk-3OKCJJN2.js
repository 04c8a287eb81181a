import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);
var o=n=>typeof n=="object"&&n!==null&&!Array.isArray(n);export{o as a};
