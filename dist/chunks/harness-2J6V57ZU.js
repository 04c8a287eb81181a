import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);
import{a}from"./chunk-HR6KISYT.js";import"./chunk-B2HMDYBZ.js";import"./chunk-QZQADHNE.js";import"./chunk-UK4UUHCB.js";import"./chunk-3OKCJJN2.js";import"./chunk-ZQOKF3GZ.js";import"./chunk-VJ5NBXLI.js";import"./chunk-VR4KPHOE.js";import"./chunk-NYRTOUVY.js";export{a as toHarness};
