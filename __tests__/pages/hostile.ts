// cspell:ignore mred
/**
 * What somebody writes who wants a page to do something. `%URL%` is where a browser that falls for it would go; a script
 * that runs sets `hit`.
 */
export const hostile: { readonly [name: string]: string } = {
  'a script': '<script>globalThis.hit = 1; fetch("%URL%/script")</script>',
  'a script from elsewhere': '<script src="%URL%/src.js"></script>',
  'an image with a handler': '<img src="%URL%/image.png" onerror="globalThis.hit = 1">',
  'the end of an attribute': '"><svg onload="globalThis.hit = 1"><image href="%URL%/svg.png"/></svg>',
  'the end of an attribute in the other quotes': "'><img src='%URL%/quote.png' onerror='globalThis.hit = 1'>",
  'a handler without brackets':
    '" onmouseover="globalThis.hit = 1" autofocus onfocus="globalThis.hit = 1" x="',
  'the end of what it stands in':
    '</pre></code></details></div></article></section></main><script>globalThis.hit = 1</script>',
  'the end of the style': '</style></title></head><script>globalThis.hit = 1</script>',
  'a style':
    '<style>@import url("%URL%/style.css"); body { background: url("%URL%/background.png") }</style>',
  'a style of an element': '<p style="background: url(%URL%/inline.png)">x</p>',
  'a comment that hides the rest': '<!--',
  'the end of a comment': '--><script>globalThis.hit = 1</script><!--',
  'a section of character data': '<![CDATA[<script>globalThis.hit = 1</script>]]>',
  'a declaration': '<!doctype html><?xml version="1.0"?><html><body onload="globalThis.hit = 1">',
  'text without end': '<plaintext><textarea><title><xmp><noscript>',
  'another base': '<base href="%URL%/"><a href="javascript:globalThis.hit = 1">click</a>',
  'a refresh': '<meta http-equiv="refresh" content="0; url=%URL%/refresh">',
  'a looser policy': '<meta http-equiv="Content-Security-Policy" content="default-src *">',
  'a link': '<link rel="stylesheet" href="%URL%/link.css"><link rel="prefetch" href="%URL%/prefetch">',
  'a frame': '<iframe srcdoc="<script>parent.hit = 1</script>"></iframe><iframe src="%URL%/frame"></iframe>',
  'an object':
    '<object data="%URL%/object"></object><embed src="%URL%/embed"><video poster="%URL%/poster"></video>',
  'a form': '<form action="%URL%/form"><button autofocus>Go on</button></form>',
  'a fold with a handler': '<details open ontoggle="globalThis.hit = 1"><summary>x</summary></details>',
  'escaped markup': '&lt;script&gt;globalThis.hit = 1&lt;/script&gt; &#60;b&#62; &amp;amp; &quot;',
  'another encoding': '+ADw-script+AD4-globalThis.hit=1+ADw-/script+AD4-',
  'a template': '{{constructor.constructor("hit = 1")()}} <%= hit %>',
  'markup of ours':
    '<i>x</i><b class="hole">5 characters left out</b></pre><div class="outcome good"><p>Changed.</p></div>',
  'an address': 'javascript:globalThis.hit=1 %URL%/address data:text/html,<script>hit=1</script>',
  'a broken tag': '<img src=%URL%/broken.png onerror=globalThis.hit=1 <a <<script>>',
  'several lines': 'one\n<script>\nglobalThis.hit = 1\n</script>\ntwo',
};

/** Characters that do something to what stands around them, and what a page shows for each. */
export const unseen: readonly (readonly [name: string, text: string, shown: string])[] = [
  ['a colour', '\u001b[31mred\u001b[0m', '␛[31mred␛[0m'],
  ['a link of a terminal', '\u001b]8;;x\u0007link', '␛]8;;x␇link'],
  ['a NUL', 'a\u0000b', 'a␀b'],
  ['a carriage return', 'good\rbad', 'good␍bad'],
  ['a control of eight bits', 'a\u009bb', 'a⟨U+009B⟩b'],
  ['writing turned round', 'a\u202ecod.exe\u202c', 'a⟨U+202E⟩cod.exe⟨U+202C⟩'],
  ['isolated writing', 'a\u2066b\u2069', 'a⟨U+2066⟩b⟨U+2069⟩'],
  ['a space without width', 'a\u200bb\ufeff', 'a⟨U+200B⟩b⟨U+FEFF⟩'],
  ['letters that are not seen', 'a\u{e0041}\u{e0042}', 'a⟨U+E0041⟩⟨U+E0042⟩'],
  ['half a character', 'a\ud800b', 'a⟨U+D800⟩b'],
  ['another end of a line', 'a\u2028b\u2029c', 'a⟨U+2028⟩b⟨U+2029⟩c'],
];
