import { expect, test } from 'vitest';
import { itemId, sha1 } from '../../../../../../main/engine/model/ids.ts';
import { connect } from '../../../../../support/engine/service-remote.ts';
import { type ScriptedAnswer, startScriptedServer } from '../../../../../support/lines/scripted-server.ts';

const file = (id: string) => ({
  total_count: 1,
  entries: [
    {
      type: 'file',
      id,
      name: `${id}.txt`,
      etag: '0',
      sequence_id: '0',
      sha1: '0'.repeat(40),
      size: 1,
      parent: { type: 'folder', id: '0', etag: null, sequence_id: null, name: 'All files' },
    },
  ],
});

/** A service that announces batches and refuses each with this answer. */
async function open(refusal: ScriptedAnswer) {
  let next = 1;
  const server = await startScriptedServer((request): ScriptedAnswer => {
    if (request.path.endsWith('/batch')) return refusal;
    const headers = { 'svc-upload-batch': 'files=100, bytes=1000000' };
    return { status: 201, json: file(String(next++)), headers };
  });
  const addresses = { baseUrl: `${server.origin}/2.0`, uploadUrl: `${server.origin}/upload/2.0` };
  const { client, remote } = connect(addresses, 'token');
  return {
    asked: () => server.seen.map(({ path }) => path.slice('/upload/2.0/files/'.length)),
    upload: async (name: string) => {
      const destination = { kind: 'new', parentId: itemId('0'), name } as const;
      const bytes = Buffer.from(name);
      const small = { bytes, sha1: sha1('0'.repeat(40)), contentModifiedAtMs: 0, sent: () => undefined };
      return (await remote.upload(destination, small)).ok;
    },
    async [Symbol.asyncDispose]() {
      await client.close();
      await server[Symbol.asyncDispose]();
    },
  };
}

const ofService = { status: 403, json: { type: 'error', status: 403, code: 'forbidden', message: 'No.' } };
const page = { text: '<p>no</p>', headers: { 'content-type': 'text/html' } };
const ofGateway = { status: 413, ...page };
const ofProxy = { status: 403, ...page };
const ofWrongPath = { status: 404, ...page };

test.each<[ScriptedAnswer, readonly string[]]>([
  [ofService, ['content', 'content/batch', 'content', 'content', 'content/batch', 'content', 'content']],
  [ofProxy, ['content', 'content/batch', 'content', 'content', 'content/batch', 'content', 'content']],
  [ofGateway, ['content', 'content/batch', 'content', 'content', 'content', 'content']],
  [ofWrongPath, ['content', 'content/batch', 'content', 'content', 'content', 'content']],
])('[P14] files of a batch that is refused as a whole are sent alone: %j', async (refusal, paths) => {
  await using bench = await open(refusal);
  expect(await bench.upload('first')).toBe(true);
  for (let round = 0; round < 2; round++) {
    expect(await Promise.all(['a', 'b'].map((name) => bench.upload(`${name}${round}`)))).toEqual([true, true]);
  }
  expect(bench.asked()).toEqual(paths);
});

test('[E105] the page of a captive portal stops a batch without a request for each of its files', async () => {
  await using bench = await open({ status: 200, ...page });
  expect(await bench.upload('first')).toBe(true);
  const results = await Promise.allSettled(['a', 'b'].map((name) => bench.upload(name)));
  expect(results).toMatchObject([{ reason: { code: 'offline' } }, { reason: { code: 'offline' } }]);
  expect(bench.asked()).toEqual(['content', 'content/batch']);
});
