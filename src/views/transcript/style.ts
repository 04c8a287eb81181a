import { createHash } from 'node:crypto';

/**
 * All there is to the looks. Two palettes, by what the reader's system asks for; each pair of colours has a contrast of
 * at least 4.5 (WCAG 2.2, 1.4.3). Nothing is wider than the page: long lines break, wide tables scroll by themselves.
 */
export const style = `
:root {
  color-scheme: light dark;
  --page: #ffffff; --panel: #f6f8fa; --line: #d1d9e0; --text: #1f2328; --soft: #59636e; --link: #0550ae;
  --good: #116329; --good-panel: #dafbe1; --fair: #7d4e00; --fair-panel: #fff8c5; --bad: #a40e26; --bad-panel: #ffebe9;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0d1117; --panel: #161b22; --line: #3d444d; --text: #e6edf3; --soft: #a3adb8; --link: #79b8ff;
    --good: #7ee787; --good-panel: #12261e; --fair: #e3b341; --fair-panel: #272115; --bad: #ffa198; --bad-panel: #2d1517;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0 auto; max-width: 60rem; padding: 1rem; background: var(--page); color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere;
}
h1 { font-size: 1.5rem; line-height: 1.25; margin: .5rem 0; }
h2 { font-size: 1.25rem; margin: 2.5rem 0 1rem; padding-bottom: .3rem; border-bottom: 1px solid var(--line); }
h3 { font-size: 1rem; margin: 1.75rem 0 .5rem; }
h4 { font-size: .95rem; font-weight: 600; margin: 0; }
h3 small, summary small { font-weight: 400; }
small, .note, .meter, footer, dt, caption { color: var(--soft); font-size: .875rem; }
p { margin: .5rem 0; }
a { color: var(--link); }
pre, code, .command { font-family: ui-monospace, Menlo, monospace; }
code { font-size: .875em; background: var(--panel); border-radius: .25rem; padding: .1em .3em; unicode-bidi: isolate; }
pre, .prose, .thought, blockquote, .command, .why { white-space: pre-wrap; overflow: hidden; }
pre {
  margin: .5rem 0; padding: .75rem; font-size: .8125rem; line-height: 1.45; tab-size: 4; background: var(--panel);
  border: 1px solid var(--line); border-radius: .375rem;
}
.command { background: none; padding: 0; }
.command::before { content: "$ "; color: var(--soft); }
.prose { margin: .5rem 0; }
.thought { margin: .5rem 0; color: var(--soft); }
blockquote { margin: .5rem 0; padding: .25rem .75rem; border-left: .25rem solid var(--line); }
i { font-style: normal; color: var(--soft); border-bottom: 1px dotted; }
.outcome p { white-space: pre-line; }
.hole { color: var(--fair); font-weight: 400; }
details { margin: .5rem 0; }
summary { cursor: pointer; padding: .25rem 0; color: var(--link); }
summary code { color: var(--text); }
.turn { border-top: 1px solid var(--line); }
.turn > h3 { margin-top: .75rem; }
.call, .alert, .outcome { margin: .75rem 0; padding: .5rem .75rem; border: 1px solid var(--line); border-left-width: .25rem; border-radius: .375rem; }
.call p { margin: .15rem 0; }
.call.bad, .alert.bad, .outcome.bad { border-left-color: var(--bad); }
.call.fair { border-left-color: var(--fair); }
.alert { border-left-color: var(--fair); background: var(--fair-panel); }
.alert.bad, .outcome.bad { background: var(--bad-panel); }
.outcome.good { border-left-color: var(--good); background: var(--good-panel); }
.outcome.fair { border-left-color: var(--fair); background: var(--fair-panel); }
:is(.alert, .outcome) :is(.note, dt, i) { color: var(--text); }
.why { color: var(--bad); }
.gone { padding-left: .75rem; border-left: .25rem dotted var(--soft); }
.diff > * { display: block; text-decoration: none; font-weight: 400; margin: 0 -.75rem; padding: 0 .75rem; min-height: 1.45em; }
.diff ins { color: var(--good); background: var(--good-panel); }
.diff del { color: var(--bad); background: var(--bad-panel); }
.diff b { color: var(--soft); }
.diff i { color: inherit; }
.todo { list-style: none; margin: .5rem 0; padding: 0; }
.todo li { margin: .15rem 0; padding-left: 1.5rem; text-indent: -1.5rem; }
.sign { display: inline-block; width: 1.25rem; text-indent: 0; color: var(--soft); }
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 20rem), 1fr)); gap: .25rem 1rem; margin: .75rem 0; }
dl > div { display: flex; align-items: baseline; gap: .5rem; }
dt { flex: 0 0 6rem; }
dd { margin: 0; min-width: 0; unicode-bidi: isolate; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .875rem; font-variant-numeric: tabular-nums; overflow-wrap: normal; }
caption { text-align: left; padding-bottom: .5rem; }
th, td { padding: .3rem .6rem .3rem 0; text-align: right; border-bottom: 1px solid var(--line); font-weight: 400; }
thead th, tfoot > * { font-weight: 600; }
:is(th, td):first-child { text-align: left; }
footer { margin-top: 2.5rem; padding-top: 1rem; border-top: 1px solid var(--line); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
`;

/**
 * What the page may do: wear this style and nothing else. No script runs, nothing is fetched, no form is sent, even if
 * markup had come in somewhere. Source: https://www.w3.org/TR/CSP3/, `style-src` by hash.
 */
export const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');
