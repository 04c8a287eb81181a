import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);
import{a as s}from"./chunk-PX2BGOAP.js";import"./chunk-ANJF3AGD.js";import"./chunk-YUK3UQWE.js";import"./chunk-KV55KD7R.js";import"./chunk-ZQOKF3GZ.js";import"./chunk-NYRTOUVY.js";async function t(r,a){return s(JSON.parse(await a(`harnesses/${r}.json`)))}export{t as shippedHarness};
