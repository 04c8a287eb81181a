#!/usr/bin/env node
import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);
import*as n from"node:module";import{join as a}from"node:path";var t=`Usage: oi exec [flags] PROMPT     work on a folder, in place ("-" reads the prompt from standard input)
       oi harness COMMAND       look at harnesses: list, show ID, check DIR, request PROMPT (oi harness --help)
       oi models [PROVIDER]     providers, their keys, and models with windows and prices (oi models --help)
       oi --version

Flags of oi exec:

  -m, --model ID        provider/model, e.g. deepseek/deepseek-v4-flash
      --base-url URL    any endpoint that speaks chat completions, or the wire that is named
      --wire WIRE       chat, messages or responses; by default the first of the provider's that the harness has
      --harness ID      how the model is spoken to; by default what suits it
  -C, --cd DIR          the folder to work on; by default this one
  -s, --sandbox MODE    workspace-write, read-only or danger-full-access
      --json            events as JSON lines on standard output (Codex exec format)
  -o, --output FILE     also write the final answer to a file
      --resume SESSION  go on with an earlier session, with or without a new prompt; --model, --harness and --wire switch
      --max-turns N, --max-minutes N, --max-usd N

Each flag can be given as a variable, too: OI_MODEL, OI_BASE_URL, … The key is read from OI_API_KEY or from the
provider's own variable.
`,[p=0]=process.versions.node.split(".").map(Number);p<24&&(process.stderr.write(`oi needs Node.js 24 or newer; this is ${process.versions.node}. Install it and try again.
`),process.exit(2));var i=process.env.XDG_CACHE_HOME||a(process.env.HOME??"",".cache");i.startsWith("/")&&n.enableCompileCache(a(i,"oi/node"));var o=0,d=await l(process.argv.slice(2));process.exitCode=d||o;async function l([e,...s]){return e==="models"?(await import("./commands/models.js")).models(s,r()):e==="harness"?(await import("./commands/harness.js")).harness(s,r()):e==="--help"||e==="-h"||e==="help"||s.includes("--help")?(process.stdout.write(t),0):e==="--version"||e==="-V"||e==="version"?(process.stdout.write(`oi ${(await import("./chunks/version-FAYGXIQM.js")).version}
`),0):e==="exec"?(await import("./chunks/exec-YVJKWPAT.js")).exec(s,r()):(process.stderr.write(e?`There is no command ${e}. See oi --help. (input.invalid)
`:t),2)}function r(){return{env:process.env,get stdin(){return process.stdin},stdout:process.stdout,stderr:process.stderr,signal:c()}}function c(){let e=new AbortController;process.stdout.on("error",s=>{e.abort(),!(s.code==="EPIPE"||o!==0)&&(process.stderr.write(`Standard output takes no more (${s.message}). Make room there, or use --output.
`),o=1,process.exitCode||=o)}),process.stderr.on("error",()=>{});for(let s of["SIGINT","SIGTERM","SIGHUP"])process.on(s,()=>{e.signal.aborted&&process.exit(130),e.abort()});return e.signal}
