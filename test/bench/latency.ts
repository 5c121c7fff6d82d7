import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '../support/programs/processes.ts';
import { openWorkplace } from '../support/programs/workplace.ts';
import type { Figure } from './figure.ts';

const SAVES = 40;

/** Two `tandem sync`: from a save on one disk to the same bytes on the other, one save at a time. */
export async function benchLatency(): Promise<readonly Figure[]> {
  const place = await openWorkplace();
  try {
    const [a, b] = [await place.computer('a'), await place.computer('b')];
    const arrives = (text: string) =>
      eventually(text, async () => (await readFile(join(b.root, 'note.txt'), 'utf8').catch(() => '')) === text);
    await writeFile(join(a.root, 'note.txt'), 'first');
    a.sync();
    b.sync();
    await arrives('first');
    const waits: number[] = [];
    for (let save = 0; save < SAVES; save++) {
      const started = performance.now();
      await writeFile(join(a.root, 'note.txt'), `save ${save}`);
      await arrives(`save ${save}`);
      waits.push(performance.now() - started);
    }
    const inOrder = waits.toSorted((left, right) => left - right);
    const at = (share: number) => Math.round(inOrder[Math.floor(share * (SAVES - 1))] ?? 0);
    return [
      { what: 'save to visible on the other disk, median', value: at(0.5), unit: 'ms' },
      { what: 'save to visible on the other disk, p95', value: at(0.95), unit: 'ms' },
    ];
  } finally {
    await place.close();
  }
}
