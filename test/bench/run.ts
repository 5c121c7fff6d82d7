import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { benchClient, CLIENT_PARTS } from './client.ts';
import type { Beside, Figure } from './figure.ts';
import { benchLatency } from './latency.ts';
import { benchParallel } from './parallel.ts';
import { benchGrowth } from './service/growth.ts';
import { benchUpkeep } from './service/upkeep/upkeep.ts';
import { benchService } from './service.ts';
import { benchLarge, benchTree } from './tree.ts';
import { benchWindow, WINDOW_PARTS } from './window.ts';

type Bench = (say: (text: string) => void) => Promise<readonly Figure[]> | AsyncIterable<readonly Figure[]>;

/**
 * `npm run bench -- [NAME…] [--json]`: each figure beside a peer or a limit that was measured in the same run.
 * `npm run bench -- client [PART…] [--scale 0.1]`: parts of it, or on smaller trees, for a quick look. `window [PART…]` works the same.
 */
const benches: Readonly<Record<string, Bench>> = {
  tree: benchTree,
  large: benchLarge,
  latency: benchLatency,
  client: (say) => benchClient(say, { scale, only: partsOf('client') }),
  service: benchService,
  growth: benchGrowth,
  parallel: benchParallel,
  upkeep: benchUpkeep,
  window: (say) => benchWindow(say, { scale, only: partsOf('window') }),
};

const parts: Readonly<Record<string, readonly string[]>> = { client: CLIENT_PARTS, window: WINDOW_PARTS };
const partsOf = (bench: string): readonly string[] =>
  positionals.filter((name) => parts[bench]?.includes(name) === true);
const benchOf = (name: string): string => Object.keys(parts).find((bench) => parts[bench]?.includes(name)) ?? name;

// The tests' check of each answer against the contract would be measured as well.
process.env['TANDEM_CHECK_ANSWERS'] = 'off';
// As `bin/` starts both programs.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('../../test-results/compiled', import.meta.url));

const { values, positionals } = parseArgs({
  options: { json: { type: 'boolean', default: false }, scale: { type: 'string', default: '1' } },
  allowPositionals: true,
});
const scale = Number(values.scale);
const known = [...Object.keys(benches), ...Object.values(parts).flat()];
const unknown = positionals.filter((name) => !known.includes(name));
const wanted = new Set(positionals.map(benchOf));
if (unknown.length > 0) {
  console.error(`There is no bench named ${unknown.join(', ')}. There are: ${known.join(', ')}.`);
  process.exitCode = 1;
} else if (!(scale > 0)) {
  console.error('--scale is a number above 0; 1 is the whole size.');
  process.exitCode = 1;
} else {
  for (const [name, bench] of Object.entries(benches)) {
    if (wanted.size > 0 && !wanted.has(name)) continue;
    const made = bench((text) => console.error(text));
    for await (const figures of Symbol.asyncIterator in made ? made : [made]) {
      if (values.json) console.log(JSON.stringify({ bench: name, figures }));
      else console.log(figures.map(describe).join('\n'));
    }
  }
}

function describe(figure: Figure): string {
  const { what, value, unit, bound, wanted } = figure;
  const others = [...(figure.beside === undefined ? [] : [figure.beside]), ...(figure.peers ?? [])];
  const lines = others.map((other) => `   beside ${other.what}: ${other.value} ${unit}${ratio(value, other)}`);
  const limit = wanted === undefined ? '' : ` (wanted: at most ${wanted}${value > wanted ? ', missed' : ''})`;
  const head = `${what}: ${value} ${unit}${limit}`;
  if (others.length < 2 && bound === undefined) return head + lines.join('');
  return [head, ...lines, ...(bound === undefined ? [] : [`   bounded by ${bound}`])].join('\n');
}

function ratio(value: number, other: Beside): string {
  return other.value > 0 && value > 0 ? ` (ours ${(value / other.value).toFixed(2)} x)` : '';
}
