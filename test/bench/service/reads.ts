import autocannon from 'autocannon';
import { ENTRY_FIELDS } from '../../../main/engine/adapters/service-remote/entry-form.ts';
import type { Figure } from '../figure.ts';
import type { BenchPlace } from './bench-place.ts';
import { startReference } from './one-core.ts';

const parallel = 16;
const seconds = 5;

/** A listing of 1,000 items and one item, beside the same framework that answers a text of the same length. */
export async function benchReads(place: BenchPlace): Promise<readonly Figure[]> {
  const folder = await place.createFolder('thousand', '0');
  const names = Array.from({ length: 1000 }, (_, index) => `item ${index}`);
  let last = '';
  for (const name of names) last = await place.createFolder(name, folder);
  const file = await place.upload('one file', folder, Buffer.from('content'));
  return [
    await beside(place, 'listings of 1,000 items', `/folders/${folder}/items?limit=1000`),
    await beside(place, 'listings of 1,000 items by marker', `/folders/${folder}/items?limit=1000&usemarker=true`),
    await beside(
      place,
      'listings of 1,000 items for the client',
      `/folders/${folder}/items?limit=1000&fields=${ENTRY_FIELDS.join(',')}`,
    ),
    await beside(place, 'GET of a folder without items', `/folders/${last}`),
    await beside(place, 'GET of a file', `/files/${file}`),
  ];
}

/** Requests per second for one path, beside the same framework that answers a constant of the same length. */
export async function beside(place: BenchPlace, what: string, path: string): Promise<Figure> {
  const { length } = await place.send('GET', place.baseUrl + path);
  const reference = await startReference('constant', String(length));
  try {
    const value = await requestsPerSecond(place.baseUrl + path, { authorization: `Bearer ${place.token}` });
    const constant = await requestsPerSecond(`${reference.url}${path}`, { authorization: `Bearer ${place.token}` });
    return {
      what: `${what} (${length} bytes)`,
      value,
      unit: 'per second',
      beside: { what: 'the framework with a constant', value: constant },
    };
  } finally {
    await reference.stop();
  }
}

async function requestsPerSecond(url: string, headers: Record<string, string>): Promise<number> {
  const result = await autocannon({ url, headers, connections: parallel, duration: seconds });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed.`);
  return Math.round(result.requests.average);
}
