import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ListPart, type ListParts, stale } from '../../../../renderer/state/service/parts.ts';
import { partsAt, readAgain } from '../../../../renderer/state/service/read-again.ts';

type Row = { readonly id: string; readonly name: string };

/** A service that lists rows by name, in parts of `size`; a marker is the last name before it. */
function serviceOf(rows: readonly Row[], size = 3) {
  const sorted = [...rows].sort((one, other) => (one.name < other.name ? -1 : 1));
  let requests = 0;
  return {
    requests: () => requests,
    read: async (marker: string | null): Promise<ListPart<Row>> => {
      requests += 1;
      const rest = sorted.filter(({ name }) => marker === null || name > marker);
      const entries = rest.slice(0, size);
      return { entries, next: rest.length > size ? (entries.at(-1)?.name ?? null) : null };
    },
  };
}

async function readAll(service: ReturnType<typeof serviceOf>): Promise<ListParts<Row>> {
  const pages: ListPart<Row>[] = [];
  const pageParams: (string | null)[] = [];
  let marker: string | null = null;
  do {
    const page: ListPart<Row> = await service.read(marker);
    pages.push(page);
    pageParams.push(marker);
    marker = page.next;
  } while (marker !== null);
  return { pages, pageParams };
}

const keyOf = ({ id }: Row): string => id;
const rowsOf = (letters: string): readonly Row[] => [...letters].map((name) => ({ id: name, name }));
const namesOf = ({ pages }: ListParts<Row>): string =>
  pages.map(({ entries }) => entries.map(({ name }) => name).join('')).join('|');

async function after(list: ListParts<Row>, rows: readonly Row[], part: number) {
  const service = serviceOf(rows);
  const join = await readAgain(stale(list), { first: part, last: part }, { read: service.read, keyOf });
  return { list: join(stale(list)), requests: service.requests() };
}

describe('parts of a list that are read again', () => {
  test('cost one request while nothing moved between parts', async () => {
    const list = await readAll(serviceOf(rowsOf('bdfhjlnp')));
    const same = await after(list, rowsOf('bdfhjlnp'), 1);
    expect([namesOf(same.list), same.requests]).toEqual(['bdf|hjl|np', 1]);
    expect(same.list.pages.map(({ isStale }) => isStale ?? false)).toEqual([true, false, true]);
  });

  test('close the gap that a deleted row leaves, with one request', async () => {
    const list = await readAll(serviceOf(rowsOf('bdfhjlnp')));
    const gone = await after(list, rowsOf('bdfhlnp'), 1);
    expect([namesOf(gone.list), gone.requests]).toEqual(['bdf|hln|p', 1]);
  });

  test('take in a new row with two requests', async () => {
    const list = await readAll(serviceOf(rowsOf('bdfhjlnp')));
    const more = await after(list, rowsOf('bdfhijlnp'), 1);
    expect([namesOf(more.list), more.requests]).toEqual(['bdf|hij|lnp', 2]);
  });

  test('take a row out of the part in which it was', async () => {
    const list = await readAll(serviceOf(rowsOf('bdfhjlnp')));
    const renamed = rowsOf('bdfhjlnp').map((row) => (row.id === 'n' ? { id: 'n', name: 'a' } : row));
    const moved = await after(list, renamed, 0);
    expect(namesOf(moved.list)).toBe('abd|fhj|l|p');
  });

  test('drop what follows when the list has become shorter', async () => {
    const list = await readAll(serviceOf(rowsOf('bdfhjlnp')));
    const short = await after(list, rowsOf('bd'), 0);
    expect(namesOf(short.list)).toBe('bd');
    expect(short.list.pages.at(-1)?.next).toBeNull();
  });

  test('give the whole list when every part is read again, whatever has changed', async () => {
    const letters = fc.uniqueArray(fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(letters, letters, fc.boolean(), async (before, now, isFromEnd) => {
        const service = serviceOf(rowsOf(now.join('')));
        let list = stale(await readAll(serviceOf(rowsOf(before.join('')))));
        for (let step = 0; list.pages.some(({ isStale }) => isStale === true); step += 1) {
          expect(step).toBeLessThan(20);
          const isOld = ({ isStale }: ListPart<Row>): boolean => isStale === true;
          const part = isFromEnd ? list.pages.findLastIndex(isOld) : list.pages.findIndex(isOld);
          list = (await readAgain(list, { first: part, last: part }, { read: service.read, keyOf }))(list);
        }
        for (let next = list.pages.at(-1)?.next ?? null; next !== null; next = list.pages.at(-1)?.next ?? null) {
          list = { pages: [...list.pages, await service.read(next)], pageParams: [...list.pageParams, next] };
        }
        expect(namesOf(list).replaceAll('|', '')).toBe([...now].sort().join(''));
      }),
      // The marker of the second part points to a row before the end of the first.
      { examples: [[[...'xabn'], [...'rvoxq'], false]] },
    );
  });
});

describe('the parts in view', () => {
  test('are those that contain the rows', async () => {
    const list = await readAll(serviceOf(rowsOf('bdfhjlnp')));
    expect(partsAt(list, -100, 0)).toEqual({ first: 0, last: 0 });
    expect(partsAt(list, 2, 3)).toEqual({ first: 0, last: 1 });
    expect(partsAt(list, 6, 99)).toEqual({ first: 2, last: 2 });
    expect(partsAt({ pages: [], pageParams: [] }, 0, 5)).toEqual({ first: 0, last: -1 });
  });
});
