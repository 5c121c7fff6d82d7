import { expect, test } from 'vitest';
import { NO_THROTTLE, type Throttle } from '../../../../../../main/api/transport/throttle.ts';
import { itemId } from '../../../../../../main/engine/model/ids.ts';
import { collect } from '../../../../../support/collect.ts';
import { connect } from '../../../../../support/engine/service-remote.ts';
import { type ScriptedAnswer, startScriptedServer } from '../../../../../support/lines/scripted-server.ts';

const textOf = (id: string) => `text of ${id}`;
const entry = (text: string) => ({
  status: 200,
  content: { sha1: '0'.repeat(40), size: text.length, base64: Buffer.from(text).toString('base64') },
});

/** A service with batches; `batch` answers one, by the ids of its files. */
async function open(
  batch: (ids: readonly string[]) => ScriptedAnswer,
  { announced = 'files=100, bytes=1000000', throttle = NO_THROTTLE } = {},
) {
  const server = await startScriptedServer((request): ScriptedAnswer => {
    const ids = request.query.get('files')?.split(',');
    if (ids !== undefined) return batch(ids);
    const text = textOf(request.path.split('/').at(-2) ?? '');
    const headers = { 'content-length': String(text.length), 'svc-download-batch': announced };
    return { text, headers };
  });
  const addresses = { baseUrl: `${server.origin}/2.0`, uploadUrl: `${server.origin}/upload/2.0` };
  const { client, remote } = connect(addresses, 'token', undefined, throttle);
  return {
    asked: () => server.seen.map(({ path, query }) => query.get('files') ?? path),
    download: async (id: string, sizeBytes = textOf(id).length) => {
      const wanted = { file: itemId(id), offset: 0, version: null, sizeBytes };
      return Buffer.concat(await collect((await remote.download(wanted)).stream)).toString();
    },
    async [Symbol.asyncDispose]() {
      await client.close();
      await server[Symbol.asyncDispose]();
    },
  };
}

test('[P77] once batches are announced, small contents that are wanted at the same time share one request', async () => {
  await using bench = await open((ids) => ({
    json: { total_count: ids.length, entries: ids.map((id) => entry(textOf(id))) },
  }));
  expect(await bench.download('1')).toBe('text of 1');
  expect(await Promise.all(['2', '3', '4'].map((id) => bench.download(id)))).toEqual(['2', '3', '4'].map(textOf));
  expect(bench.asked()).toEqual(['/2.0/files/1/content', '2,3,4']);
});

test('[P76] a limit covers contents that share a request', async () => {
  let taken = 0;
  const throttle: Throttle = {
    isLimited: (direction) => direction === 'down',
    take: async (_direction, bytes) => {
      taken += bytes;
    },
    enter: async () => () => undefined,
  };
  await using bench = await open(
    (ids) => ({ json: { total_count: ids.length, entries: ids.map((id) => entry(textOf(id))) } }),
    { throttle },
  );
  await bench.download('1');
  await Promise.all(['2', '3', '4'].map((id) => bench.download(id)));
  expect(bench.asked()).toEqual(['/2.0/files/1/content', '2,3,4']);
  expect(taken).toBe(4 * textOf('1').length);
});

test('[P77] a large content goes alone, and so does one that the service does not put into a batch', async () => {
  const tooLarge = {
    status: 413,
    error: { type: 'error', status: 413, code: 'request_entity_too_large', message: 'x' },
  };
  await using bench = await open((ids) => ({ json: { total_count: ids.length, entries: ids.map(() => tooLarge) } }));
  await bench.download('1');
  expect(await bench.download('2', 10_000_000)).toBe('text of 2');
  expect(await bench.download('3')).toBe('text of 3');
  expect(bench.asked()).toEqual(['/2.0/files/1/content', '/2.0/files/2/content', '3', '/2.0/files/3/content']);
});

test('[P77] a content larger than a batch of the service goes alone', async () => {
  await using bench = await open(() => ({ status: 500, text: '' }), { announced: 'files=100, bytes=8' });
  await bench.download('1');
  expect(await bench.download('2')).toBe('text of 2');
  expect(bench.asked()).toEqual(['/2.0/files/1/content', '/2.0/files/2/content']);
});

test.each([
  { status: 404, json: { type: 'error', status: 404, code: 'not_found', message: 'x' } },
  { status: 403, text: '<p>no</p>', headers: { 'content-type': 'text/html' } },
])('[P77] a refusal of the whole request says nothing about each file: %j', async (refusal) => {
  await using bench = await open(() => refusal);
  await bench.download('1');
  expect(await Promise.all(['2', '3'].map((id) => bench.download(id)))).toEqual(['2', '3'].map(textOf));
});

test('an answer with too few results, or a content of another size, is an error', async () => {
  await using few = await open(() => ({ json: { total_count: 1, entries: [] } }));
  await few.download('1');
  await expect(few.download('2')).rejects.toMatchObject({ code: 'unexpected' });
  const short = { status: 200, content: { ...entry('abc').content, size: 4 } };
  await using wrong = await open(() => ({ json: { total_count: 1, entries: [short] } }));
  await wrong.download('1');
  await expect(wrong.download('2')).rejects.toMatchObject({ code: 'unexpected' });
});
