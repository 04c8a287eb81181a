import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);
function m(t,n,e){let{promise:i,resolve:o}=Promise.withResolvers(),s=setTimeout(o,n),r=()=>o();return e.addEventListener("abort",r,{once:!0}),e.aborted&&o(),Promise.race([t,i]).finally(()=>{clearTimeout(s),e.removeEventListener("abort",r)})}export{m as a};
