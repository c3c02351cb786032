/** The look of the reference page: one column of text, one of links, the reader's own light or dark. */
export const REFERENCE_STYLE = `
:root { color-scheme: light dark; --ink: #1d2430; --dim: #667085; --line: #e4e7ec; --paper: #fff; --soft: #f7f8fa;
  --get: #0b6b58; --post: #1f4fa8; --patch: #8a5a00; --delete: #a32424; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e8ec; --dim: #98a2b3; --line: #2c323c; --paper: #14171c;
  --soft: #1b1f26; --get: #5fd0b5; --post: #8db4ff; --patch: #e5b45c; --delete: #ff8f8f; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; display: grid; grid-template-columns: 19rem minmax(0, 1fr); color: var(--ink);
  background: var(--paper); font: 15px/1.55 system-ui, sans-serif; }
code, pre { font: 13px/1.5 ui-monospace, monospace; }
nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.5rem 1rem; background: var(--soft);
  border-right: 1px solid var(--line); }
nav .home { font-weight: 650; font-size: 1.05rem; padding: 0 .5rem; }
nav h2 { margin: 1.4rem .5rem .3rem; font-size: .75rem; font-weight: 600; color: var(--dim); }
nav ul { margin: 0; padding: 0; list-style: none; }
nav li a { display: block; padding: .15rem .5rem; border-radius: 4px; font-size: 13px; overflow-wrap: anywhere; }
nav li a:hover { background: var(--line); }
a { color: inherit; text-decoration: none; }
main a { text-decoration: underline; }
main { max-width: 56rem; padding: 2.5rem 3rem 6rem; }
h1 { font-size: 1.8rem; margin: 0 0 .3rem; }
h1 small { font-size: .9rem; font-weight: 400; color: var(--dim); }
.tag { margin: 3.5rem 0 0; padding-bottom: .4rem; border-bottom: 1px solid var(--line); }
.tag h2 { margin: 0; font-size: 1.35rem; }
.tag p { margin: .1rem 0 0; color: var(--dim); }
section { padding: 1.8rem 0 1.4rem; border-bottom: 1px solid var(--line); }
h3 { margin: 0; font-weight: 500; overflow-wrap: anywhere; }
h3 code { font-size: 1rem; }
h4 { margin: 1.2rem 0 .3rem; font-size: .95rem; font-weight: 600; }
.lead { margin: .35rem 0; }
.auth, .type { margin: .2rem 0; color: var(--dim); font-size: 14px; }
.method { display: inline-block; min-width: 3.6rem; font: 600 11px/1.5 ui-monospace, monospace; }
.get { color: var(--get); } .post { color: var(--post); } .patch { color: var(--patch); } .delete { color: var(--delete); }
.status { font: 600 13px/1.5 ui-monospace, monospace; color: var(--delete); }
.status.ok { color: var(--get); }
table { width: 100%; border-collapse: collapse; font-size: 14px; }
td { padding: .3rem .8rem .3rem 0; border-top: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
td:first-child { width: 34%; }
td i { color: var(--dim); font-size: 12px; }
.prefix { font: 13px/1.5 ui-monospace, monospace; color: var(--dim); }
pre { margin: .5rem 0; padding: .8rem 1rem; background: var(--soft); border: 1px solid var(--line);
  border-radius: 6px; overflow-x: auto; }
details { margin: .5rem 0; }
summary { cursor: pointer; color: var(--dim); font-size: 14px; }
.errors td:first-child { width: 4rem; }
@media (max-width: 60rem) { body { display: block; } nav { position: static; height: auto; } main { padding: 1.5rem; } }
`
