import { expect, test } from 'vitest';
import { ApiError } from '../../../../../../main/api/api-error.ts';
import { remoteError } from '../../../../../../main/engine/adapters/service-remote/refusal.ts';
import { remoteProblem } from '../../../../../../main/engine/execute/problems.ts';
import { itemId } from '../../../../../../main/engine/model/ids.ts';
import { RemoteError } from '../../../../../../main/engine/ports/remote/remote.ts';
import { connect } from '../../../../../support/engine/service-remote.ts';
import { createVirtualTime } from '../../../../../support/engine/virtual-time.ts';
import {
  type ScriptedAnswer,
  type ScriptedRequest,
  startScriptedServer,
} from '../../../../../support/lines/scripted-server.ts';

/** Services of the format that answer a download with an address of another host. */
const TEXT = 'the bytes of the file';

async function download(offset: number, store: (request: ScriptedRequest) => ScriptedAnswer) {
  await using bytes = await startScriptedServer(store);
  await using service = await startScriptedServer(() => ({
    status: 302,
    headers: { location: `${bytes.origin}/signed?until=soon` },
  }));
  const addresses = { baseUrl: `${service.origin}/2.0`, uploadUrl: `${service.origin}/upload/2.0` };
  const { client, remote } = connect(addresses, 'secret');
  try {
    const opened = await remote.download({ file: itemId('7'), offset, version: null, sizeBytes: null });
    let text = '';
    for await (const chunk of opened.stream) text += Buffer.from(chunk).toString();
    return { text, size: opened.content.sizeBytes, asked: bytes.seen[0] };
  } finally {
    await client.close();
  }
}
const whole = () => ({ text: TEXT, headers: { 'content-length': String(TEXT.length) } });

test('the address of a 302 is followed, and the token does not travel to its host', async () => {
  const { text, size, asked } = await download(0, whole);
  expect([text, size]).toEqual([TEXT, TEXT.length]);
  expect(asked?.path).toBe('/signed');
  expect(asked?.headers.authorization).toBeUndefined();
});

test('a resumed download asks that host for the rest only', async () => {
  const { text, size, asked } = await download(4, () => ({
    status: 206,
    text: TEXT.slice(4),
    headers: { 'content-range': `bytes 4-${TEXT.length - 1}/${TEXT.length}` },
  }));
  expect(asked?.headers.range).toBe('bytes=4-');
  expect([text, size]).toEqual([TEXT.slice(4), TEXT.length]);
});

test('a host that ignores Range sends the whole file, and the bytes already here are skipped', async () => {
  expect(await download(4, whole)).toMatchObject({ text: TEXT.slice(4), size: TEXT.length });
});

const REDIRECT = (origin: string): ScriptedAnswer => ({ status: 302, headers: { location: `${origin}/signed` } });
const hour = { 'retry-after': '3600' };

test.each<[string, ScriptedAnswer | null, ScriptedAnswer, number | null]>([
  [
    'a refused signature, as a page',
    null,
    { status: 403, headers: { 'content-type': 'text/xml' }, text: '<E/>' },
    null,
  ],
  ['a host that knows no token', null, { status: 401 }, null],
  ['a host that is overloaded', null, { status: 503, headers: hour }, 3_600_000],
  ['a host that wants fewer requests', null, { status: 429, headers: hour }, 3_600_000],
  ['a content that the service still prepares', { status: 202, headers: hour }, {}, 3_600_000],
])('[I11] %s stops this file alone, and no other request waits', async (_what, own, ofHost, retryAfterMs) => {
  await using bytes = await startScriptedServer(() => ofHost);
  await using service = await startScriptedServer(({ path }) =>
    path.includes('/content') ? (own ?? REDIRECT(bytes.origin)) : { status: 200 },
  );
  const addresses = { baseUrl: `${service.origin}/2.0`, uploadUrl: `${service.origin}/upload/2.0` };
  const time = createVirtualTime();
  const { client, remote } = connect(addresses, 'secret', { ...time.clock, ...time.random });
  try {
    const wanted = { file: itemId('7'), offset: 0, version: null, sizeBytes: null };
    const error: unknown = await remote.download(wanted).catch((thrown: unknown) => thrown);
    if (!(error instanceof RemoteError)) throw error;
    const problem = remoteProblem(error, 'a.txt');
    expect(problem).toMatchObject({ code: 'service_error', reach: 'waiting' });
    expect(problem?.retryAfterMs ?? null).toBe(retryAfterMs);
    const before = time.slept.length;
    await client.byHand({ method: 'GET', path: '/users/me', body: null, headers: {} });
    expect(time.slept.length).toBe(before);
  } finally {
    await client.close();
  }
});

test('[I11] a name that the service blocks for a moment waits as told, and nothing else does', () => {
  const spec = { status: 409, message: 'wait', retryAfterMs: 90_000 };
  for (const code of ['operation_blocked_temporary', 'name_temporarily_reserved']) {
    const error = remoteError(new ApiError({ ...spec, code }));
    if (!(error instanceof RemoteError)) throw error;
    expect(remoteProblem(error, 'a.txt')).toMatchObject({ reach: 'waiting', retryAfterMs: 90_000 });
  }
});

/** More than a connection holds before its reader asks for it. */
const LONG = 'x'.repeat(1_000_000);

test.each<[string, ScriptedAnswer, 'refused' | 'cancelled']>([
  ['that states no length', { text: LONG }, 'refused'],
  ['of another range', { status: 206, text: LONG, headers: { 'content-range': 'bytes 9-99/100' } }, 'refused'],
  [
    'of no possible size',
    { text: LONG, headers: { 'content-range': `bytes 4-9/${'9'.repeat(20)}` }, status: 206 },
    'refused',
  ],
  ['that is cancelled', { text: LONG, headers: { 'content-length': String(LONG.length) } }, 'cancelled'],
])('an answer %s frees its connection', async (_what, answer, end) => {
  await using service = await startScriptedServer(({ path }) => (path === '/2.0/files/1/content' ? whole() : answer));
  const { client, remote } = connect({ baseUrl: `${service.origin}/2.0`, uploadUrl: service.origin }, 'secret');
  const wanted = { offset: 4, version: null, sizeBytes: null };
  // More often than a client has connections.
  for (let time = 0; time < 30; time++) {
    const opened = remote.download({ ...wanted, file: itemId('7') });
    if (end === 'refused') await expect(opened).rejects.toMatchObject({ name: 'RemoteError' });
    else await (await opened).cancel();
  }
  expect((await remote.download({ ...wanted, file: itemId('1') })).content.sizeBytes).toBe(TEXT.length);
  await client.close();
});

test('a host that no longer knows the address is an error, not an empty file', async () => {
  await expect(download(0, () => ({ status: 404 }))).rejects.toMatchObject({ name: 'RemoteError' });
});

/** Like `download`, for a service that answers with this `Location`; `/moved` on the same host leads on to the bytes. */
async function redirected(location: (origin: string) => string) {
  await using bytes = await startScriptedServer(({ path }) =>
    path === '/loop' ? { status: 302, headers: { location: '/loop' } } : whole(),
  );
  await using service = await startScriptedServer(({ path }) => ({
    status: 302,
    headers: { location: path === '/moved' ? `${bytes.origin}/signed` : location(bytes.origin) },
  }));
  const addresses = { baseUrl: `${service.origin}/2.0`, uploadUrl: `${service.origin}/upload/2.0` };
  const { client, remote } = connect(addresses, 'secret');
  try {
    const wanted = { file: itemId('7'), offset: 0, version: null, sizeBytes: null };
    const { content } = await remote.download(wanted);
    return { size: content.sizeBytes, authorized: bytes.seen.map(({ headers }) => headers.authorization) };
  } finally {
    await client.close();
  }
}

test('an address without a host is on the host of the service', async () => {
  expect(await redirected(() => '/moved')).toEqual({ size: TEXT.length, authorized: [undefined] });
});

test.each([
  ['to a file', () => 'file:///etc/passwd'],
  ['in a circle', (origin: string) => `${origin}/loop`],
])('a redirect %s is not followed for ever', async (_what, location) => {
  await expect(redirected(location)).rejects.toMatchObject({ name: 'RemoteError' });
});

test.each([
  ['seconds', { 'retry-after': '7' }, 7_000],
  ['a date', { 'retry-after': 'Tue, 03 Mar 2026 12:00:07 GMT', date: 'Tue, 03 Mar 2026 12:00:00 GMT' }, 7_000],
  ['no time at all', { 'retry-after': 'soon' }, null],
  ['a time that no timer can hold', { 'retry-after': '99999999' }, 24 * 3_600_000],
  ['nothing', {}, null],
])(
  'bytes that are not ready yet, with %s in Retry-After, are asked for again',
  async (_what, headers, retryAfterMs) => {
    await using service = await startScriptedServer(() => ({ status: 202, headers }));
    const { client, remote } = connect({ baseUrl: `${service.origin}/2.0`, uploadUrl: service.origin }, 'secret');
    const wanted = { file: itemId('7'), offset: 0, version: null, sizeBytes: null };
    await expect(remote.download(wanted)).rejects.toMatchObject({ code: 'not_ready', retryAfterMs });
    await client.close();
  },
);
