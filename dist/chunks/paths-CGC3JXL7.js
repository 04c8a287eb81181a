import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);
import{c as a,d as b}from"./chunk-IT44Q66D.js";import"./chunk-VW5CJ6YQ.js";import"./chunk-RUC3XVFQ.js";import"./chunk-BSWTGKIP.js";import"./chunk-25JEUSQF.js";import"./chunk-75O23W2R.js";import"./chunk-CFPFGA54.js";import"./chunk-NYRTOUVY.js";export{b as instructs,a as paths};
