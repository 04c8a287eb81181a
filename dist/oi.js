#!/usr/bin/env node
import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);
import*as n from"node:module";import{join as a}from"node:path";var r=`Usage: oi exec [flags] PROMPT     work on a folder, in place ("-" reads the prompt from standard input)

  -m, --model ID        provider/model, e.g. deepseek/deepseek-chat
      --base-url URL    any endpoint that speaks chat completions
      --harness ID      how the model is spoken to; by default what suits it
  -C, --cd DIR          the folder to work on; by default this one
  -s, --sandbox MODE    workspace-write, read-only or danger-full-access
      --json            events as JSON lines on standard output (Codex exec format)
  -o, --output FILE     also write the final answer to a file
      --resume SESSION  go on with an earlier session, with or without a new prompt
      --max-turns N, --max-minutes N, --max-usd N

Each flag can be given as a variable, too: OI_MODEL, OI_BASE_URL, … The key is read from OI_API_KEY or from the
provider's own variable.
`,[d=0]=process.versions.node.split(".").map(Number);d<24&&(process.stderr.write(`oi needs Node.js 24 or newer; this is ${process.versions.node}. Install it and try again.
`),process.exit(2));var t=process.env.XDG_CACHE_HOME||a(process.env.HOME??"",".cache");t.startsWith("/")&&n.enableCompileCache(a(t,"oi/node"));var o=0,p=await c(process.argv.slice(2));process.exitCode=p||o;async function c([e,...s]){if(e==="--help"||e==="-h"||e==="help"||s.includes("--help"))return process.stdout.write(r),0;if(e!=="exec")return process.stderr.write(e?`There is no command ${e}. See oi --help.
`:r),2;let{exec:i}=await import("./chunks/exec-3XEOQ7B6.js");return i(s,{env:process.env,get stdin(){return process.stdin},stdout:process.stdout,stderr:process.stderr,signal:l()})}function l(){let e=new AbortController;process.stdout.on("error",s=>{e.abort(),!(s.code==="EPIPE"||o!==0)&&(process.stderr.write(`Standard output takes no more (${s.message}). Make room there, or use --output.
`),o=1,process.exitCode||=o)}),process.stderr.on("error",()=>{});for(let s of["SIGINT","SIGTERM","SIGHUP"])process.on(s,()=>{e.signal.aborted&&process.exit(130),e.abort()});return e.signal}
