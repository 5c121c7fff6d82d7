/** Colours of the window's tokens that the pages use, by name: light and dark (renderer/style/tokens.css; a test compares them). */
export const pageColours: Readonly<Record<string, readonly [light: string, dark: string]>> = {
  bg: ['#f6f7f8', '#14171a'],
  card: ['#ffffff', '#1e2327'],
  line: ['#dfe3e7', '#2d343a'],
  edge: ['#7d8792', '#75808b'],
  text: ['#14181d', '#e8ecef'],
  dim: ['#56606b', '#a7b1ba'],
  accent: ['#0b6b8a', '#5cc0de'],
  'accent-hover': ['#095a75', '#7bcfe8'],
  'on-accent': ['#ffffff', '#06222b'],
  ok: ['#166f3d', '#63cf90'],
  bad: ['#b3261e', '#ff9a92'],
};

const declared = (theme: 0 | 1): string =>
  Object.entries(pageColours)
    .map(([name, colours]) => `--${name}: ${colours[theme]};`)
    .join(' ');

/** The style of the service's pages: a single column, light or dark by the reader's preference, readable at any width. */
export const pageStyle = `
:root { color-scheme: light dark; ${declared(0)} }
@media (prefers-color-scheme: dark) { :root { ${declared(1)} } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--bg); color: var(--text); font: 16px/1.5 Inter, 'Segoe UI', system-ui, sans-serif; }
main { max-width: 28rem; margin: 8vh auto 4rem; padding: 2rem; background: var(--card); border: 1px solid var(--line);
  border-radius: 10px; overflow-wrap: anywhere; }
body.wide main { max-width: min(60rem, calc(100% - 2rem)); margin-top: 2rem; }
@media (max-width: 32rem) { main, body.wide main { max-width: none; margin: 0; border: 0; border-radius: 0; padding: 1.25rem; min-height: 100vh; } }
h1 { font-size: 1.4rem; line-height: 1.25; margin: 0 0 .5rem; }
h2 { font-size: 1.1rem; margin: 1.5rem 0 .5rem; }
p { margin: .5rem 0; } .soft { color: var(--dim); } .bad { color: var(--bad); } .good { color: var(--ok); }
a { color: var(--accent); }
label { display: block; margin: 1rem 0 .25rem; font-weight: 600; }
input, textarea, select { width: 100%; padding: .6rem .7rem; font: inherit; color: inherit; background: var(--bg);
  border: 1px solid var(--edge); border-radius: 6px; }
input[type=checkbox] { width: auto; } textarea { min-height: 6rem; }
button, a.button { display: inline-block; margin-top: 1.25rem; padding: .6rem 1.2rem; font: inherit; font-weight: 600;
  background: var(--accent); color: var(--on-accent); border: 1px solid var(--accent); border-radius: 6px; cursor: pointer;
  text-decoration: none; }
button:hover, a.button:hover { background: var(--accent-hover); border-color: var(--accent-hover); }
button.quiet, a.quiet, button.quiet:hover, a.quiet:hover { background: transparent; color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
table { width: 100%; border-collapse: collapse; } th, td { text-align: left; padding: .5rem .4rem; border-bottom: 1px solid var(--line); }
th { color: var(--dim); font-weight: 600; font-size: .9rem; } th.number, td.number { text-align: right; }
td.number, td.wide-only { white-space: nowrap; } th.number, th.wide-only { width: 1%; }
svg.kind { width: 1.1em; height: 1.1em; vertical-align: -.15em; margin-right: .35em; fill: none; stroke: var(--dim); stroke-width: 1.5; stroke-linejoin: round; }
img, video, iframe { max-width: 100%; border: 0; } iframe { width: 100%; height: 75vh; }
pre { overflow: auto; padding: 1rem; background: var(--bg); border-radius: 6px; font-size: .85rem; }
ol.path { display: flex; flex-wrap: wrap; list-style: none; padding: 0; margin: 0; } ol.path li + li::before { content: '/'; padding: 0 .5rem; color: var(--dim); }
img.preview { display: block; max-height: 75vh; border-radius: 6px; background: var(--bg); }
@media (max-width: 32rem) { .wide-only { display: none; } }
.lines { white-space: pre-line; }
ul.plain { list-style: none; padding: 0; } nav { margin-bottom: 1rem; }
`;
