/** Close to how GitHub looks, in colours with enough contrast. */
export const style = `
:root { color-scheme: light dark; --page: #fff; --panel: #f6f8fa; --line: #d1d9e0; --text: #1f2328; --soft: #59636e; --link: #0550ae; }
@media (prefers-color-scheme: dark) {
  :root { --page: #0d1117; --panel: #151b23; --line: #3d444d; --text: #f0f6fc; --soft: #9198a1; --link: #6cb0ff; }
}
* { box-sizing: border-box; }
body { margin: 0; padding: 16px; background: var(--page); color: var(--text); font: 14px/1.5 "Liberation Sans", Helvetica, Arial, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 20px; font-weight: 600; margin: 0 0 12px; }
.state span { padding: 4px 12px; border-radius: 999px; background: var(--soft); color: var(--page); }
.box { border: 1px solid var(--line); border-radius: 6px; overflow: hidden; }
.body :is(h2, h3, h4) { margin: 24px 0 16px; line-height: 1.25; font-weight: 600; }
.bar { margin: 0; font: inherit; padding: 8px 16px; background: var(--panel); border-bottom: 1px solid var(--line); color: var(--soft); }
.bar b { color: var(--text); }
.bar small { padding: 0 6px; border: 1px solid var(--line); border-radius: 999px; }
.body { padding: 16px; }
.body > :first-child { margin-top: 0; }
.body > :last-child { margin-bottom: 0; }
p, ul, ol, pre, blockquote, details, table { margin: 0 0 16px; }
:is(.comment, .pull) .body p { white-space: pre-line; }
.body h2 { font-size: 1.5em; padding-bottom: .3em; border-bottom: 1px solid var(--line); }
h3 { font-size: 1.25em; }
h4 { font-size: 1em; }
ul, ol { padding-left: 2em; }
li:has(> input), li:has(> p > input) { list-style: none; }
li > input { margin: 0 .2em .25em -1.4em; vertical-align: middle; }
a { color: var(--link); }
code, pre { font-family: "DejaVu Sans Mono", monospace; font-size: 85%; background: var(--panel); border-radius: 6px; }
code { padding: .2em .4em; }
pre { padding: 16px; overflow: auto; line-height: 1.45; font-size: 85%; }
pre code { padding: 0; font-size: 100%; background: none; }
table { border-collapse: collapse; display: block; width: max-content; max-width: 100%; overflow: auto; }
th, td { padding: 6px 13px; border: 1px solid var(--line); }
th { font-weight: 600; }
sub { font-size: 75%; color: inherit; }
blockquote { padding: 0 1em; color: var(--soft); border-left: .25em solid var(--line); }
summary { cursor: pointer; }
`;
