import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);
import{a}from"./chunk-EXAESXH4.js";import"./chunk-XQEY63MI.js";import"./chunk-P7F5EFUQ.js";import"./chunk-LQ3DARZP.js";import"./chunk-3OKCJJN2.js";import"./chunk-NYRTOUVY.js";export{a as toHarness};
