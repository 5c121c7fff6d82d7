/** The style of the service's pages: a single column, light or dark by the reader's preference, readable at any width. */
export const pageStyle = `
:root { color-scheme: light dark; --ink: #1c2330; --soft: #5a6372; --paper: #f5f6f8; --card: #fff; --line: #d9dde4;
  --accent: #1f5fd0; --on-accent: #fff; --bad: #b3261e; --good: #1b7a3d; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8ebf0; --soft: #a3acba; --paper: #14171c; --card: #1d2128; --line: #353b46;
  --accent: #8ab4ff; --on-accent: #10131a; --bad: #ff8f85; --good: #7fd99a; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 28rem; margin: 8vh auto 4rem; padding: 2rem; background: var(--card); border: 1px solid var(--line);
  border-radius: 12px; overflow-wrap: anywhere; }
body.wide main { max-width: min(60rem, calc(100% - 2rem)); margin-top: 2rem; }
@media (max-width: 32rem) { main, body.wide main { max-width: none; margin: 0; border: 0; border-radius: 0; padding: 1.25rem; min-height: 100vh; } }
h1 { font-size: 1.4rem; line-height: 1.25; margin: 0 0 .5rem; }
h2 { font-size: 1.1rem; margin: 1.5rem 0 .5rem; }
p { margin: .5rem 0; } .soft { color: var(--soft); } .bad { color: var(--bad); } .good { color: var(--good); }
a { color: var(--accent); }
label { display: block; margin: 1rem 0 .25rem; font-weight: 600; }
input, textarea, select { width: 100%; padding: .6rem .7rem; font: inherit; color: inherit; background: var(--paper);
  border: 1px solid var(--soft); border-radius: 8px; }
input[type=checkbox] { width: auto; } textarea { min-height: 6rem; }
button, a.button { display: inline-block; margin-top: 1.25rem; padding: .6rem 1.2rem; font: inherit; font-weight: 600;
  background: var(--accent); color: var(--on-accent); border: 1px solid var(--accent); border-radius: 8px; cursor: pointer;
  text-decoration: none; }
button.quiet, a.quiet { background: transparent; color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
table { width: 100%; border-collapse: collapse; } th, td { text-align: left; padding: .5rem .4rem; border-bottom: 1px solid var(--line); }
th { color: var(--soft); font-weight: 600; font-size: .9rem; } th.number, td.number { text-align: right; }
td.number, td.wide-only { white-space: nowrap; } th.number, th.wide-only { width: 1%; }
svg.kind { width: 1.1em; height: 1.1em; vertical-align: -.15em; margin-right: .35em; fill: none; stroke: var(--soft); stroke-width: 1.5; stroke-linejoin: round; }
img, video, iframe { max-width: 100%; border: 0; } iframe { width: 100%; height: 75vh; }
pre { overflow: auto; padding: 1rem; background: var(--paper); border-radius: 8px; font-size: .85rem; }
ol.path { display: flex; flex-wrap: wrap; list-style: none; padding: 0; margin: 0; } ol.path li + li::before { content: '/'; padding: 0 .5rem; color: var(--soft); }
img.preview { display: block; max-height: 75vh; border-radius: 8px; background: var(--paper); }
@media (max-width: 32rem) { .wide-only { display: none; } }
.lines { white-space: pre-line; }
ul.plain { list-style: none; padding: 0; } nav { margin-bottom: 1rem; }
`;
