import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);
import{a as r}from"./chunk-75O23W2R.js";var i=t=>({trigger:r(t,"trigger")||"/oi",label:r(t,"label")||"oi"});export{i as a};
