import { openService } from '../../../service/app.ts';
import { indexOldItems } from '../../../service/domain/notes/search/index-old-items.ts';
import { readStorageConfig } from '../../../service/options/config.ts';
import type { Figure } from '../figure.ts';
import { openBenchPlace } from './bench-place.ts';
import { addItems } from './many-items.ts';
import { beside } from './reads.ts';

const items = 100_000;
const atOnce = 2000;

/** Searches an account of 100,000 items by a rare word, a rare and a frequent one, and a frequent one, beside a constant answer. */
export async function benchSearch(): Promise<readonly Figure[]> {
  const place = await openBenchPlace(fill);
  try {
    return [
      await beside(place, 'searches for a word of one item of 100,000', '/search?query=054321&fields=name'),
      await beside(place, 'with a second word that half of them have', '/search?query=054321%20AND%20odd&fields=name'),
      await beside(
        place,
        'for two words that 1,000 of them have together',
        '/search?query=even%20AND%20c0&fields=name',
      ),
    ];
  } finally {
    await place.close();
  }
}

/** Names such as `even c42 054342.txt`. */
async function fill(data: string): Promise<void> {
  await using opened = await openService(readStorageConfig({ data }));
  const { store } = opened.service;
  const person = await store.read((reads) => reads.users.getByLogin('bench@example.com'));
  const root = person === null ? null : await store.read((reads) => reads.items.get(person.rootId));
  if (root?.kind !== 'folder') throw new Error('The person has no root.');
  const [folder = ''] = await addItems(store, root, ['searched'], root.id);
  const names = Array.from({ length: items }, (_, index) => {
    return `${index % 2 === 0 ? 'even' : 'odd'} c${index % 100} ${String(index).padStart(6, '0')}.txt`;
  });
  for (let start = 0; start < items; start += atOnce) {
    await addItems(store, root, names.slice(start, start + atOnce), folder);
  }
  await indexOldItems(opened.service);
}
