import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);
import{a}from"./chunk-CFPFGA54.js";import"./chunk-NYRTOUVY.js";export{a as stripInvisible};
