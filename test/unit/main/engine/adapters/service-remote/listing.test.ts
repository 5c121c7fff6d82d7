import { expect, test } from 'vitest';
import { itemId } from '../../../../../../main/engine/model/ids.ts';
import { connect } from '../../../../../support/engine/service-remote.ts';
import {
  type ScriptedAnswer,
  type ScriptedRequest,
  startScriptedServer,
} from '../../../../../support/lines/scripted-server.ts';

const folder = (id: number) => ({ type: 'folder', id: String(id), etag: '0', sequence_id: '0', name: `f${id}` });

/** A folder of `count` items, served as the interface says; `change` spoils an answer. */
async function openFolder(
  count: number,
  change: (answer: { entries: unknown[]; total_count?: number }, request: ScriptedRequest) => object = (answer) =>
    answer,
) {
  const server = await startScriptedServer((request): ScriptedAnswer => {
    const limit = Number(request.query.get('limit'));
    const start = Number(request.query.get('marker') ?? request.query.get('offset') ?? 0);
    const entries = Array.from({ length: Math.max(0, Math.min(limit, count - start)) }, (_, at) =>
      folder(start + at + 1),
    );
    if (request.query.get('usemarker') !== 'true') {
      return { json: change({ total_count: count, limit, offset: start, entries } as { entries: unknown[] }, request) };
    }
    const next = start + limit < count ? String(start + limit) : null;
    return { json: change({ limit, next_marker: next, entries } as { entries: unknown[] }, request) };
  });
  const addresses = { baseUrl: `${server.origin}/2.0`, uploadUrl: `${server.origin}/upload/2.0` };
  const { client, remote } = connect(addresses, 'token');
  return {
    remote,
    seen: server.seen,
    async [Symbol.asyncDispose]() {
      await client.close();
      await server[Symbol.asyncDispose]();
    },
  };
}

test.each([
  { count: 0, requests: 1 },
  { count: 1000, requests: 1 },
  { count: 1001, requests: 2 },
  { count: 1999, requests: 2 },
  { count: 10_990, requests: 11 },
])('a folder of $count items is complete after $requests requests', async ({ count, requests }) => {
  await using bench = await openFolder(count);
  expect(await bench.remote.list(itemId('7'))).toHaveLength(count);
  expect(bench.seen).toHaveLength(requests);
});

test('beyond what offsets reach the marker form is followed to its end', async () => {
  await using bench = await openFolder(12_500);
  const listed = await bench.remote.list(itemId('7'));
  expect(new Set(listed?.map((entry) => entry.id)).size).toBe(12_500);
  expect(listed?.every((entry) => entry.parentId === '7')).toBe(true);
});

test('a service whose pages hold one item is listed by marker', async () => {
  await using bench = await openFolder(3, (answer) =>
    'total_count' in answer ? { ...answer, limit: 1, entries: answer.entries.slice(0, 1) } : answer,
  );
  expect(await bench.remote.list(itemId('7'))).toHaveLength(3);
});

test('pages that a change has shifted are listed again by marker', async () => {
  await using bench = await openFolder(2500, (answer, { query }) => {
    // The second page begins with the item before the last one of the first: one was added in front meanwhile.
    return query.get('offset') === '999' ? { ...answer, entries: [folder(999), ...answer.entries.slice(1)] } : answer;
  });
  expect(await bench.remote.list(itemId('7'))).toHaveLength(2500);
  expect(bench.seen.some(({ query }) => query.get('usemarker') === 'true')).toBe(true);
});

test('[E94] an item that a delete before it and a new item after it shifted out of all pages is listed by marker', async () => {
  await using bench = await openFolder(2500, (answer, { query }) => {
    const offset = Number(query.get('offset') ?? 0);
    const [, ...entries] = answer.entries;
    return offset === 0 ? answer : { ...answer, entries: [...entries, folder(offset + entries.length + 2)] };
  });
  const listed = await bench.remote.list(itemId('7'));
  expect(listed?.some(({ id }) => id === '1001')).toBe(true);
  expect(bench.seen.some(({ query }) => query.get('usemarker') === 'true')).toBe(true);
});

test.each([
  ['both forms', () => true],
  [
    'only the marker form, after the offset form did not add up',
    ({ query }: ScriptedRequest) => query.get('offset') !== '999',
  ],
])('[E94] items missing once from %s are an error, never a short list', async (_title, spoils) => {
  let lists = 0;
  await using bench = await openFolder(1500, (answer, request) => {
    if (request.query.get('usemarker') === 'true' && request.query.get('marker') === null) lists += 1;
    const isCut = lists <= 1 && spoils(request) && answer.entries.length > 1;
    return isCut ? { ...answer, entries: answer.entries.slice(0, -1) } : answer;
  });
  await expect(bench.remote.list(itemId('7'))).rejects.toMatchObject({ name: 'RemoteError', code: 'unavailable' });
});

test('[E94] two short lists of different items are an error', async () => {
  let cut = 0;
  await using bench = await openFolder(1500, (answer) => {
    if (answer.total_count !== undefined) return { ...answer, total_count: answer.total_count + 1 };
    return { ...answer, entries: answer.entries.toSpliced((cut += 1), 1) };
  });
  await expect(bench.remote.list(itemId('7'))).rejects.toMatchObject({ name: 'RemoteError', code: 'unavailable' });
});

test.each([2, 1500])(
  'a list of %d items that stays the same is complete, although the count is higher',
  async (count) => {
    await using bench = await openFolder(count, (answer) =>
      'total_count' in answer ? { ...answer, total_count: count + 1 } : answer,
    );
    const listed = await bench.remote.list(itemId('7'));
    expect(new Set(listed?.map(({ id }) => id)).size).toBe(count);
  },
);

test('[E94] an empty page with a count is an error', async () => {
  await using bench = await openFolder(3, (answer) => ({ ...answer, entries: [] }));
  await expect(bench.remote.list(itemId('7'))).rejects.toMatchObject({ code: 'unavailable' });
});

test('[E94] a list without its count is an error', async () => {
  await using bench = await openFolder(3, ({ entries }) => ({ limit: 1000, entries }));
  await expect(bench.remote.list(itemId('7'))).rejects.toMatchObject({ code: 'unexpected' });
});

test('web links are left out of a complete list', async () => {
  const link = { type: 'web_link', id: '9', etag: '0', sequence_id: '0', name: 'link', url: 'https://example.com' };
  await using bench = await openFolder(2, (answer) => ({ ...answer, entries: [answer.entries[0], link] }));
  expect(await bench.remote.list(itemId('7'))).toMatchObject([{ id: '1' }]);
});

test.each([
  ['pages of no items', (answer: object) => ({ ...answer, limit: 0 }), /invalid answer/],
  ['a page again and again', (answer: object) => ({ ...answer, total_count: 99_999, next_marker: '0' }), /leads back/],
  [
    'empty pages',
    (answer: object, { query }: ScriptedRequest) => ({
      ...answer,
      ...('total_count' in answer && { total_count: 99_999 }),
      entries: [],
      next_marker: `${query.get('marker') ?? ''}x`,
    }),
    /empty pages without an end/,
  ],
])('a listing without an end ends with an error that names it: %s', async (_, change, message) => {
  await using bench = await openFolder(12_500, change);
  await expect(bench.remote.list(itemId('7'))).rejects.toMatchObject({ message: expect.stringMatching(message) });
  expect(bench.seen.length).toBeLessThan(200);
});

test('a listing of ever new items ends with an error that names it', async () => {
  let next = 0;
  await using bench = await openFolder(12_500, (answer) => {
    if ('total_count' in answer) return answer;
    const entries = Array.from({ length: 1_000 }, () => folder(++next));
    return { ...answer, entries, next_marker: String(next) };
  });
  await expect(bench.remote.list(itemId('7'))).rejects.toMatchObject({
    message: 'The service lists more than 22500 entries (folder 7).',
  });
});

test('people with an empty id do not spoil a folder', async () => {
  const nameless = { type: 'user', id: '', name: '', login: '' };
  const change = ({ entries, ...more }: { entries: unknown[] }) => ({
    ...more,
    entries: entries.map((entry) => ({ ...(entry as object), modified_by: nameless, owned_by: nameless })),
  });
  await using bench = await openFolder(2, change);
  const listed = await bench.remote.list(itemId('7'));
  expect(listed?.map(({ id, ownerId, changedBy }) => [id, ownerId, changedBy])).toEqual([
    ['1', undefined, undefined],
    ['2', undefined, undefined],
  ]);
});

test('a date outside the format counts as none, and the rest of the folder is listed', async () => {
  const sha1 = 'a'.repeat(40);
  const odd = { type: 'file', id: '1', etag: '0', sequence_id: '0', name: 'odd', sha1, size: 0 };
  const date = '+010000-01-01T00:59:59.000Z';
  await using bench = await openFolder(2, (answer) => ({
    ...answer,
    entries: [
      { ...odd, content_modified_at: date },
      { ...folder(2), content_modified_at: date },
    ],
  }));
  expect(await bench.remote.list(itemId('7'))).toMatchObject([{ id: '1', contentModifiedAtMs: null }, { id: '2' }]);
});
