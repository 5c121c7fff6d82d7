import { expect, test } from 'vitest';
import { itemId, sha1 } from '../../../../../../main/engine/model/ids.ts';
import { connect } from '../../../../../support/engine/service-remote.ts';
import { startScriptedServer } from '../../../../../support/lines/scripted-server.ts';

const part = { partId: '0000000A', offset: 0, sizeBytes: 3, sha1: sha1('a'.repeat(40)) };
const order = { sha1: sha1('b'.repeat(40)), parts: [part], ifMatch: null, contentModifiedAtMs: null };

test.each([
  ['its seconds', { 'retry-after': '7' }, 7_000],
  ['no seconds', { 'retry-after': '0' }, 2_000],
  ['a date', { 'retry-after': 'Tue, 03 Mar 2026 12:00:07 GMT', date: 'Tue, 03 Mar 2026 12:00:00 GMT' }, 7_000],
  ['a date that has passed', { 'retry-after': 'Fri, 31 Dec 1999 23:59:59 GMT' }, 2_000],
  ['nothing', {}, 2_000],
  ['a time that no timer can hold', { 'retry-after': '99999999' }, 24 * 3_600_000],
])('[E100] a commit that is still assembled, with %s in Retry-After, is repeated later', async (_what, headers, ms) => {
  await using service = await startScriptedServer(() => ({ status: 202, headers }));
  const { client, remote } = connect({ baseUrl: `${service.origin}/2.0`, uploadUrl: service.origin }, 'secret');
  expect(await remote.commit('s1', order)).toEqual({ ok: false, reason: 'assembling', retryAfterMs: ms });
  await client.close();
});

test('a session is used although the service tells no more than it takes to send its parts', async () => {
  const session = { type: 'upload_session', id: 's1', part_size: 8_388_608, total_parts: 3 };
  await using service = await startScriptedServer(({ method }) =>
    method === 'PUT'
      ? { json: { part: { part_id: '0000000A', offset: 0, size: 3, sha1: part.sha1 } } }
      : { status: method === 'POST' ? 201 : 200, json: session },
  );
  const { client, remote } = connect({ baseUrl: `${service.origin}/2.0`, uploadUrl: service.origin }, 'secret');
  const known = { id: 's1', partSizeBytes: 8_388_608, totalParts: 3 };
  const destination = { kind: 'new', parentId: itemId('0'), name: 'large.bin' } as const;
  expect(await remote.createSession(destination, 20_000_000)).toEqual({ ok: true, session: known });
  expect(await remote.session('s1')).toEqual(known);
  const bytes = { bytes: Buffer.from('abc'), offset: 0, totalBytes: 20_000_000, sha1: part.sha1 };
  expect(await remote.uploadPart('s1', bytes)).toEqual({ ok: true, part });
  expect(service.seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /files/upload_sessions',
    'GET /files/upload_sessions/s1',
    'PUT /files/upload_sessions/s1',
  ]);
  await client.close();
});
