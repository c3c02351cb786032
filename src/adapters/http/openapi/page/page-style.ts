/** The look of the page: contents, text and samples side by side as the window allows; the reader's light or dark. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --ink: #1a2233; --dim: #5b667a; --line: #e3e7ee; --paper: #fff; --soft: #f6f8fb;
  --accent: #2156c9; --code: #10182b; --code-ink: #dbe3f4; --key: #8fbcff; --text: #9fdcb4; --remark: #8a97b1;
  --get: #0a7a5f; --post: #2156c9; --patch: #8a5a00; --delete: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e8f0; --dim: #9aa5b8; --line: #262d3a; --paper: #0f131a;
  --soft: #151a23; --accent: #86acff; --code: #0a0d13; --get: #55cfb0; --post: #86acff; --patch: #e7b75d;
  --delete: #ff8d84; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 1.5rem; -webkit-text-size-adjust: 100%; }
body { margin: 0; display: grid; grid-template-columns: 17.5rem minmax(0, 1fr); color: var(--ink);
  background: var(--paper); font: 15px/1.6 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; }
code, pre { font: 13px/1.6 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
:not(pre) > code { padding: .1em .3em; border-radius: 4px; background: var(--soft); overflow-wrap: anywhere; }
a { color: var(--accent); text-decoration: none; }
a:hover { text-decoration: underline; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.bar { display: none; }
main { grid-column: 2; grid-row: 1; width: 100%; max-width: 84rem; padding: 3rem 3.5rem 6rem; }
nav { grid-column: 1; grid-row: 1; position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.6rem 1rem 3rem;
  background: var(--soft); border-right: 1px solid var(--line); }
nav .home { padding: 0 .5rem; color: var(--ink); font-weight: 650; font-size: 1.05rem; }
nav h2 { margin: 1.5rem .5rem .35rem; color: var(--dim); font-size: .78rem; font-weight: 600; letter-spacing: .02em; }
nav ul { margin: 0; padding: 0; list-style: none; }
nav li a { display: flex; gap: .45rem; padding: .2rem .5rem; border-radius: 5px; color: var(--ink); font-size: 13px;
  line-height: 1.45; }
nav li a:hover { background: var(--line); text-decoration: none; }
nav .path { min-width: 0; overflow-wrap: anywhere; }
nav .method { flex: 0 0 2.9rem; line-height: 1.9; }
.method { font: 650 10.5px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
.get { color: var(--get); } .post { color: var(--post); } .patch { color: var(--patch); } .delete { color: var(--delete); }
h1 { margin: 0 0 .2rem; font-size: 2.1rem; line-height: 1.2; letter-spacing: -.02em; }
h1 small { color: var(--dim); font-size: .9rem; font-weight: 400; letter-spacing: 0; }
.lead { margin: 0; color: var(--dim); font-size: 1.1rem; }
main h2 { margin: 0 0 .8rem; font-size: 1.5rem; line-height: 1.25; letter-spacing: -.01em; }
h3 { margin: 0 0 .3rem; font-size: 1.15rem; line-height: 1.35; }
h4 { margin: 1.6rem 0 .4rem; font-size: .92rem; }
p { margin: .6rem 0; }
main > section { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 0 3rem; padding: 2.6rem 0;
  border-bottom: 1px solid var(--line); }
main > section > h2 { grid-column: 1 / -1; }
main > .tag { margin-top: 4rem; }
.tag h2 { margin: 0; font-size: 1.8rem; }
.tag p { margin: .2rem 0 0; color: var(--dim); }
.text > :first-child { margin-top: 0; }
.text ul:not(.fields) { padding-left: 1.2rem; }
.text li { margin: .35rem 0; }
.address { display: flex; gap: .5rem; align-items: baseline; }
.address code { background: none; padding: 0; font-size: 14px; }
.auth { margin: .2rem 0; color: var(--dim); font-size: 14px; }
.status { font: 650 13px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; color: var(--delete); }
.status.ok { color: var(--get); }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .35rem 1.2rem; margin: 1rem 0; }
dt { color: var(--dim); }
dd { margin: 0; }
.fields { margin: 0; padding: 0; list-style: none; }
.fields > li { margin: 0; padding: .65rem 0; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
.fields > li > code { background: none; padding: 0; font-weight: 600; }
.fields p { margin: .2rem 0 0; font-size: 14px; }
.type { margin-left: .35rem; color: var(--dim); font-size: 13px; }
em { margin-left: .35rem; color: var(--delete); font-size: 12px; font-style: normal; }
details { margin: .5rem 0; }
details .fields { margin-top: .4rem; padding-left: .9rem; border-left: 2px solid var(--line); }
details .fields > li:first-child { border-top: 0; }
summary { width: fit-content; color: var(--accent); font-size: 13px; cursor: pointer; }
.errors { margin-top: 1.2rem; }
table { width: 100%; border-collapse: collapse; font-size: 14px; }
td { padding: .55rem 1rem .55rem 0; border-top: 1px solid var(--line); vertical-align: top; }
td:first-child { white-space: nowrap; }
.samples { position: sticky; top: 1.5rem; align-self: start; min-width: 0; }
.caption { margin: 0 0 .35rem; color: var(--dim); font-size: 13px; }
pre { margin: 0 0 1.2rem; max-height: 32rem; padding: .95rem 1.1rem; overflow: auto; border: 1px solid var(--line);
  border-radius: 8px; background: var(--code); color: var(--code-ink); tab-size: 2; }
.k { color: var(--key); } .s { color: var(--text); } .c { color: var(--remark); }
@media (max-width: 75rem) { main > section { grid-template-columns: minmax(0, 1fr); } main { padding: 2.5rem; }
  .samples { position: static; margin-top: 1.6rem; } }
@media (max-width: 52rem) { html { scroll-padding-top: 4rem; } body { display: block; }
  .bar { display: flex; justify-content: space-between; position: sticky; top: 0; z-index: 1; margin: 0;
    padding: .7rem 1.2rem; background: var(--paper); border-bottom: 1px solid var(--line); font-weight: 600; }
  .bar a:first-child { color: var(--ink); }
  main { padding: 1.6rem 1.2rem 3rem; } main > section { padding: 2rem 0; }
  h1 { font-size: 1.7rem; } dl { grid-template-columns: minmax(0, 1fr); gap: 0; } dd { margin-bottom: .6rem; }
  td:first-child { white-space: normal; }
  nav { position: static; height: auto; border-right: 0; border-top: 1px solid var(--line); }
  nav li a { padding-block: .4rem; } }
`
