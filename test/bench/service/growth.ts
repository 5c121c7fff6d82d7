import { openService } from '../../../service/app.ts';
import { readStorageConfig } from '../../../service/options/config.ts';
import type { Figure } from '../figure.ts';
import { type BenchPlace, openBenchPlace } from './bench-place.ts';
import { addItems, addManyItems } from './many-items.ts';
import { perSecond } from './rate.ts';

const inOneFolder = 100_000;
const otherFolders = 900;
const inEach = 1000;

/** The cost of an operation in a folder of 100,000 items of an account of 1,000,000, beside the same in an empty account. */
export async function benchGrowth(say: (text: string) => void): Promise<readonly Figure[]> {
  const empty = await openBenchPlace();
  const few = await measured(empty, await empty.createFolder('few', '0'));
  let folderId = '';
  say('filling an account with 1,000,000 items');
  const full = await openBenchPlace(async (data) => {
    folderId = await fill(data);
  });
  const many = await measured(full, folderId);
  return many.map(({ what, value }, index) => ({
    what: `${what}, 100,000 items of 1,000,000`,
    value,
    unit: 'per second',
    beside: { what: 'in an empty account', value: few[index]?.value ?? 0 },
  }));
}

async function measured(place: BenchPlace, folderId: string) {
  try {
    return await measure(place, folderId);
  } finally {
    await place.close();
  }
}

async function measure(place: BenchPlace, folderId: string): Promise<readonly { what: string; value: number }[]> {
  // As many as one page holds, so that both accounts answer with pages of equal size.
  const items: string[] = [];
  for (let index = 0; index < 120; index += 1) items.push(await place.createFolder(`! ${index}`, folderId));
  const pages = `${place.baseUrl}/folders/${folderId}/items?usemarker=true&limit=100`;
  const pick = (count: number) => items[count % items.length] ?? '';
  const rate = async (what: string, work: (count: number) => Promise<unknown>) => ({
    what,
    value: await perSecond(async (count) => void (await work(count)), { parallel: 4, seconds: 3 }),
  });
  const created: string[] = [];
  return [
    await rate('listing by marker', () => place.send('GET', pages)),
    await rate('getting by id', (count) => place.send('GET', `${place.baseUrl}/folders/${pick(count)}`)),
    await rate('creating', async (count) => created.push(await place.createFolder(`new ${count}`, folderId))),
    await rate('creating and deleting', async (count) => {
      const id = await place.createFolder(`passing ${count}`, folderId);
      await place.send('DELETE', `${place.baseUrl}/folders/${id}`);
    }),
  ];
}

/** Writes the rows of 1,000,000 folders past the HTTP side, and gives the id of the one that holds 100,000. */
async function fill(data: string): Promise<string> {
  await using opened = await openService(readStorageConfig({ data }));
  const { store } = opened.service;
  const person = await store.read((reads) => reads.users.getByLogin('bench@example.com'));
  const root = person === null ? null : await store.read((reads) => reads.items.get(person.rootId));
  if (root?.kind !== 'folder') throw new Error('The person has no root.');
  const [big] = await addItems(store, root, ['a folder of many'], root.id);
  if (big === undefined) throw new Error('The folder was not made.');
  await addManyItems(store, root, big, inOneFolder);
  const others = await addItems(
    store,
    root,
    Array.from({ length: otherFolders }, (_, index) => `folder ${index}`),
    root.id,
  );
  for (const other of others) await addManyItems(store, root, other, inEach);
  return big;
}
