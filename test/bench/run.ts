import { parseArgs } from 'node:util';
import type { Figure } from './figure.ts';
import { benchLatency } from './latency.ts';
import { benchGrowth } from './service/growth.ts';
import { benchService } from './service.ts';
import { benchLarge, benchTree } from './tree.ts';

/** `npm run bench -- [NAME…] [--json]`: each figure beside a peer or a limit that was measured in the same run. */
const benches: Readonly<Record<string, (say: (text: string) => void) => Promise<readonly Figure[]>>> = {
  tree: benchTree,
  large: benchLarge,
  latency: benchLatency,
  service: benchService,
  growth: benchGrowth,
};

// What tests want of a service, holding each answer against the contract, would be measured as well.
process.env['TANDEM_CHECK_ANSWERS'] = 'off';

const { values, positionals } = parseArgs({
  options: { json: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => benches[name] === undefined);
if (unknown.length > 0) {
  console.error(`There is no bench named ${unknown.join(', ')}. There are: ${Object.keys(benches).join(', ')}.`);
  process.exitCode = 1;
} else {
  for (const [name, bench] of Object.entries(benches)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    const figures = await bench((text) => console.error(text));
    if (values.json) console.log(JSON.stringify({ bench: name, figures }));
    else console.log(figures.map(describe).join('\n'));
  }
}

function describe(figure: Figure): string {
  const beside =
    figure.beside === undefined ? '' : `   beside ${figure.beside.what}: ${figure.beside.value} ${figure.unit}`;
  return `${figure.what}: ${figure.value} ${figure.unit}${beside}`;
}
