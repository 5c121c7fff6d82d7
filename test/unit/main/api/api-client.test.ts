import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { downloadFile, uploadFile } from '../../../../contract/operations/items/files.ts';
import { createFolder, deleteFolder, getFolder } from '../../../../contract/operations/items/folders.ts';
import { getUploadSession, uploadPart } from '../../../../contract/operations/items/upload-sessions.ts';
import { getCurrentUser } from '../../../../contract/operations/people/users.ts';
import { getSharedItem } from '../../../../contract/operations/sharing/shared-links.ts';
import { KnownBytes } from '../../../../main/api/transport/known-bytes.ts';
import { createVirtualTime } from '../../../support/engine/virtual-time.ts';
import { connect, me } from '../../../support/lines/scripted-client.ts';
import type { ScriptedAnswer } from '../../../support/lines/scripted-server.ts';

const folder = { type: 'folder', id: '5', etag: '0', sequence_id: '0', name: 'Docs' };
const error = (status: number, code: string, more: object = {}): ScriptedAnswer => ({
  status,
  json: { type: 'error', status, code, message: `because of ${code}`, request_id: 'r1', ...more },
});

describe('requests', () => {
  test('carry the token, the program and the query of the operation', async () => {
    const { client, seen } = await connect(() => ({ json: me }));
    expect(await client.call(getCurrentUser, { query: { fields: ['login', 'role'] } })).toEqual({
      status: 200,
      body: me,
    });
    expect(seen[0]).toMatchObject({ method: 'GET', path: '/2.0/users/me' });
    expect(seen[0]?.query.get('fields')).toBe('login,role');
    expect(seen[0]?.headers).toMatchObject({ authorization: 'Bearer secret', 'user-agent': 'tandem-test/1' });
    expect(client.requests()).toBe(1);
  });

  test('go to the upload address where the operation says so, with a length and the attributes first', async () => {
    const { client, seen } = await connect(() => ({ status: 201, json: { total_count: 0, entries: [] } }));
    await client.call(uploadFile, {
      headers: { 'content-md5': 'a'.repeat(40) },
      body: { attributes: { name: 'ä.txt', parent: { id: '0' } }, content: new KnownBytes(Buffer.from('bytes')) },
    });
    const [asked] = seen;
    expect(asked?.path).toBe('/upload/2.0/files/content');
    expect(asked?.headers['content-length']).toBe(String(asked?.body.length));
    const text = asked?.body.toString() ?? '';
    expect(text.indexOf('"name":"ä.txt"')).toBeGreaterThan(0);
    expect(text.indexOf('\r\n\r\nbytes\r\n--')).toBeGreaterThan(text.indexOf('"name"'));
  });

  test('that the service would refuse are refused here, with its code and without a request', async () => {
    const { client, seen } = await connect(() => ({ status: 201, json: folder }));
    const call = client.call(createFolder, { body: { name: 'a/b', parent: { id: '0' } } });
    await expect(call).rejects.toMatchObject({ name: 'ApiError', status: null, code: 'item_name_invalid' });
    expect(seen).toHaveLength(0);
  });

  test('to an address out of an answer go there only on a configured origin', async () => {
    const session = { params: { session_id: 'abc' } };
    const { client, seen, origin } = await connect(() => error(404, 'not_found'));
    await expect(client.call(getUploadSession, session, { url: `${origin}/else/where` })).rejects.toThrow();
    await expect(client.call(getUploadSession, session, { url: 'http://127.0.0.1:9/steal' })).rejects.toThrow();
    expect(seen.map(({ path }) => path)).toEqual(['/else/where', '/upload/2.0/files/upload_sessions/abc']);
    expect(client.trusts('not a URL')).toBe(false);
  });
});

describe('errors', () => {
  test('of the service come with status, code, context and request id', async () => {
    const { client } = await connect(() => error(409, 'item_name_in_use', { context_info: { conflicts: [folder] } }));
    const call = client.call(createFolder, { body: { name: 'Docs', parent: { id: '0' } } });
    await expect(call).rejects.toMatchObject({
      status: 409,
      code: 'item_name_in_use',
      requestId: 'r1',
      message: 'because of item_name_in_use',
      contextInfo: { conflicts: [{ id: '5', type: 'folder' }] },
    });
  });

  test('[E105] a page of a network is not the service, whatever its status', async () => {
    for (const status of [200, 302, 403, 404]) {
      const { client } = await connect(() => ({ status, headers: { 'content-type': 'text/html' }, text: '<html>' }));
      await expect(client.call(getCurrentUser, {})).rejects.toMatchObject({ code: 'not_the_service', status: null });
    }
  });

  test('an answer outside the interface names the field', async () => {
    const { client } = await connect(() => ({ json: { ...folder, name: 7 } }));
    const call = client.call(getFolder, { params: { folder_id: '5' } });
    await expect(call).rejects.toMatchObject({ code: 'bad_answer', message: expect.stringContaining('name') });
  });

  test('no service at all is offline, after some attempts', async () => {
    const { client } = await connect(() => ({ json: me }), { baseUrl: 'http://127.0.0.1:1/2.0' });
    await expect(client.call(getCurrentUser, {})).rejects.toMatchObject({ code: 'offline', status: null });
    expect(client.requests()).toBe(4);
  });

  test('no answer in time is timed out', async () => {
    const never = Promise.withResolvers<ScriptedAnswer>();
    const { client } = await connect(() => never.promise, { timeoutMs: 300, attempts: 1 });
    await expect(client.call(getCurrentUser, {})).rejects.toMatchObject({ code: 'timed_out' });
    never.resolve({});
  });

  test('a long poll has its own time, and when that is over it is timed out', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const never = Promise.withResolvers<ScriptedAnswer>();
    const { client, seen, origin } = await connect(() => never.promise);
    const ends: unknown[] = [];
    const poll = client.follow(`${origin}/wait`, { timeoutMs: 640_000, isOnce: true });
    void poll.catch((reason: unknown) => ends.push(reason));
    await vi.waitUntil(() => seen.length === 1);
    vi.advanceTimersByTime(600_000);
    await new Promise(setImmediate);
    expect(ends).toEqual([]);
    vi.advanceTimersByTime(40_000);
    await expect(poll).rejects.toMatchObject({ code: 'timed_out' });
    never.resolve({});
  });

  test('a long poll that was answered leaves no timer behind', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { client, origin } = await connect(() => ({ json: me }));
    const others = vi.getTimerCount();
    await (await client.follow(`${origin}/wait`, { timeoutMs: 640_000, isOnce: true })).body.drop();
    expect(vi.getTimerCount()).toBe(others);
  });

  test('never name the query of an address, which may hold a secret', async () => {
    const { client, origin } = await connect(() => ({ cut: true }));
    const followed = await client.follow(`${origin}/bytes?signature=secret`, { isOnce: true }).catch(String);
    expect(followed).toMatch(/\/bytes/);
    expect(followed).not.toContain('secret');
  });

  test('a cancelled call rejects with the reason of its signal', async () => {
    const never = Promise.withResolvers<ScriptedAnswer>();
    const { client, seen } = await connect(() => never.promise);
    const controller = new AbortController();
    const call = client.call(getCurrentUser, {}, { signal: controller.signal });
    await expect.poll(() => seen.length).toBe(1);
    controller.abort(new Error('enough'));
    await expect(call).rejects.toThrow('enough');
    never.resolve({});
  });
});

describe('attempts', () => {
  test('an idempotent request is retried after a broken connection', async () => {
    const { client, slept } = await connect((_request, index) => (index < 2 ? { cut: true } : { json: me }));
    expect(await client.call(getCurrentUser, {})).toMatchObject({ status: 200 });
    expect(slept).toEqual([300, 600]);
    const part = { part: { part_id: 'p1', offset: 0, size: 3, sha1: 'a'.repeat(40) } };
    const other = await connect((_request, index) =>
      index < 1 ? { status: 502, text: 'bad gateway' } : { json: part },
    );
    const headers = { digest: `sha=${Buffer.alloc(20).toString('base64')}`, 'content-range': 'bytes 0-2/3' };
    const body = new KnownBytes(Buffer.from('abc'));
    expect(await other.client.call(uploadPart, { params: { session_id: 's' }, headers, body })).toMatchObject({
      body: part,
    });
    expect(other.seen.map((asked) => asked.body.toString())).toEqual(['abc', 'abc']);
    // The service stores each range once, so a part has no key.
    expect(other.seen.map((asked) => asked.headers['idempotency-key'])).toEqual([undefined, undefined]);
  });

  test('a stream is sent once, whatever the answer, because it cannot be read again', async () => {
    const tokens = { token: async () => 'old', renew: async () => 'new' };
    for (const status of [401, 429]) {
      const { client, seen } = await connect(() => ({ status, headers: { 'retry-after': '1' } }), { tokens });
      async function* content() {
        yield Buffer.from('bytes');
      }
      const body = { attributes: { name: 'a.txt', parent: { id: '0' } }, content: content() };
      await expect(client.call(uploadFile, { headers: {}, body })).rejects.toMatchObject({ status });
      expect(seen).toHaveLength(1);
    }
  });

  test('[E99] a write whose reply is lost is not retried: its caller looks first', async () => {
    for (const failure of [{ cut: true }, { status: 503, text: '' }, { status: 500, text: '' }]) {
      const { client, seen } = await connect(() => failure);
      await expect(client.call(createFolder, { body: { name: 'Docs', parent: { id: '0' } } })).rejects.toThrow();
      await expect(client.call(deleteFolder, { params: { folder_id: '5' } })).rejects.toThrow();
      expect(seen).toHaveLength(2);
    }
  });

  describe('[E99] of a service that knows idempotency keys', () => {
    const knows = { headers: { 'svc-idempotency-keys': 'days=7' } };
    const stored = (status: number, body: object | null): ScriptedAnswer => ({
      json: {
        type: 'idempotency_key',
        key: 'k',
        status,
        headers: {},
        body,
        created_at: '2026-01-01T00:00:00Z',
        expires_at: '2026-01-08T00:00:00Z',
      },
    });
    /** A service that loses the answer to the first creation of a folder, and then gives these to those who settle its key. */
    async function losing(...looks: ScriptedAnswer[]) {
      const connected = await connect(({ method, path }) => {
        if (path === '/2.0/users/me') return { json: me, ...knows };
        if (method === 'POST') return { cut: true };
        return looks.shift() ?? error(404, 'not_found');
      });
      await connected.client.call(getCurrentUser, {});
      const made = connected.client.call(createFolder, { body: { name: 'Docs', parent: { id: '0' } } });
      return { ...connected, made };
    }

    test('a lost answer is found by the key of its request', async () => {
      const { made, seen } = await losing(stored(201, folder));
      expect(await made).toMatchObject({ status: 201, body: folder });
      const [, sent, look] = seen;
      expect(sent?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
      expect(look).toMatchObject({
        method: 'DELETE',
        path: `/2.0/idempotency_keys/${String(sent?.headers['idempotency-key'])}`,
      });
      expect(seen.filter(({ method }) => method === 'POST')).toHaveLength(1);
    });

    test('a lost refusal is the refusal that it was', async () => {
      const { made } = await losing(
        stored(409, { type: 'error', status: 409, code: 'item_name_in_use', message: 'No.' }),
      );
      await expect(made).rejects.toMatchObject({ status: 409, code: 'item_name_in_use' });
    });

    test('a request that was not carried out is withdrawn, so that it cannot arrive later', async () => {
      const { made, seen } = await losing({ status: 204 });
      await expect(made).rejects.toMatchObject({ status: null, code: 'offline', isVoid: true });
      expect(seen.map(({ method }) => method)).toEqual(['GET', 'POST', 'DELETE']);
    });

    test('while the request is running it is asked for again', async () => {
      const running = error(409, 'idempotency_key_in_progress');
      const { made, slept } = await losing(running, running, stored(201, folder));
      expect(await made).toMatchObject({ status: 201 });
      expect(slept).toEqual([300, 600]);
    });

    test('if the service does not tell, the original failure stands, and nothing is sent again', async () => {
      const { made, seen } = await losing(error(404, 'not_found'));
      await expect(made).rejects.toMatchObject({ status: null, code: 'offline', isVoid: false });
      expect(seen.filter(({ method }) => method === 'POST')).toHaveLength(1);
    });

    test('a service that stays away is asked three times', async () => {
      const gone = { cut: true } as const;
      const { made, seen } = await losing(gone, gone, gone, gone);
      await expect(made).rejects.toMatchObject({ code: 'offline' });
      expect(seen.filter(({ path }) => path.startsWith('/2.0/idempotency_keys/'))).toHaveLength(3);
    });

    test('a caller that gives up while its answer is looked for gets no other look', async () => {
      const own = new AbortController();
      const { client, seen } = await connect(({ method, path }) => {
        if (path === '/2.0/users/me') return { json: me, ...knows };
        if (method === 'POST') return { cut: true };
        own.abort(new Error('given up'));
        return error(409, 'idempotency_key_in_progress');
      });
      await client.call(getCurrentUser, {});
      const body = { name: 'Docs', parent: { id: '0' } };
      await expect(client.call(createFolder, { body }, { signal: own.signal })).rejects.toThrow('given up');
      expect(seen.map(({ method }) => method)).toEqual(['GET', 'POST', 'DELETE']);
    });

    test('each request has a key of its own, kept when the token is renewed', async () => {
      let refused = false;
      const { client, seen } = await connect(
        ({ method }) => {
          if (method === 'GET' || refused) return { status: 201, json: folder };
          refused = true;
          return { status: 401 };
        },
        { tokens: { token: async () => 'old', renew: async () => 'new' } },
      );
      const create = () => client.call(createFolder, { body: { name: 'Docs', parent: { id: '0' } } });
      await create();
      await create();
      const [first, renewed, second] = seen.map(({ headers }) => headers['idempotency-key']);
      expect(renewed).toBe(first);
      expect(second).not.toBe(first);
    });
  });

  test('[E102] after 429 nothing of the account goes out before the time that the service names', async () => {
    const limited = { status: 429, headers: { 'retry-after': '9' } };
    const { client, seen, slept } = await connect((_request, index) =>
      index === 0 ? limited : { status: 201, json: folder },
    );
    const body = (name: string) => ({ body: { name, parent: { id: '0' } } });
    await client.call(createFolder, body('one'));
    expect(seen).toHaveLength(2);
    expect(slept.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThanOrEqual(9_000);
    const before = slept.length;
    await client.call(createFolder, body('two'));
    expect(slept.length).toBe(before);
  });

  test('[E102] after 503 too nothing goes out before the time that the service names', async () => {
    const { client, slept } = await connect((_request, index) =>
      index === 0 ? { status: 503, headers: { 'retry-after': '9' } } : { json: me },
    );
    await client.call(getCurrentUser, {});
    expect(slept.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThanOrEqual(9_000);
  });

  test('[E102] a 503 about one content holds nothing else back', async () => {
    const refused = { status: 503, headers: { 'retry-after': '60', 'svc-unavailable-content': 'true' } };
    const { client, slept } = await connect(({ path }) => (path.endsWith('/content') ? refused : { json: me }));
    const download = client.call(downloadFile, { params: { file_id: '1' }, query: {}, headers: {} });
    await expect(download).rejects.toMatchObject({ status: 503, retryAfterMs: 60_000 });
    await client.call(getCurrentUser, {});
    expect(slept).toEqual([]);
  });

  test.each([429, 503])('[E102] %s to eight requests in flight at once is one first pause', async (status) => {
    const isEveryoneHere = Promise.withResolvers<void>();
    const { client, slept } = await connect(async (_request, index) => {
      if (index === 7) isEveryoneHere.resolve();
      if (index > 7) return { json: me };
      await isEveryoneHere.promise;
      return { status, headers: { 'content-type': 'text/html' }, text: '<h1>busy</h1>' };
    });
    const calls = Array.from({ length: 8 }, () => client.call(getCurrentUser, {}));
    await Promise.all(calls);
    // The first pause, and the time over which the waiting requests are spread.
    expect(Math.max(...slept)).toBeLessThanOrEqual(1_000 + 250);
  });

  test('[E102] a 429 to a request through a shared link delays no other request', async () => {
    const { client, seen, slept } = await connect(({ path }) =>
      path === '/2.0/shared_items' ? { status: 429, headers: { 'retry-after': '240' } } : { json: me },
    );
    const link = 'shared_link=https://files.test/s/1';
    const visit = client.call(getSharedItem, { headers: { svcapi: link } });
    await expect(visit).rejects.toMatchObject({ status: 429, retryAfterMs: 240_000 });
    await client.call(getCurrentUser, {});
    expect([seen.length, slept]).toEqual([2, []]);
    // A service of the format may know only the public spelling.
    expect(seen[0]?.headers).toMatchObject({ svcapi: link, boxapi: link });
  });

  test('[E102] a request that is withdrawn while it waits for its turn is not sent', async () => {
    let isWanted = true;
    const { clock, random } = createVirtualTime();
    const sleep = async (ms: number) => {
      await clock.sleep(ms);
      isWanted = false;
    };
    const { client, seen } = await connect(() => ({ status: 429, headers: { 'retry-after': '9' } }), {
      timing: { ...clock, ...random, sleep },
      attempts: 1,
    });
    await expect(client.call(getCurrentUser, {})).rejects.toMatchObject({ status: 429 });
    const asked = client.call(deleteFolder, { params: { folder_id: '5' } }, { isStillDue: () => isWanted });
    await expect(asked).rejects.toMatchObject({ status: null, code: 'withdrawn' });
    expect(seen.map(({ method }) => method)).toEqual(['GET']);
  });

  test('[E102] a request no longer wanted when its turn comes is not sent', async () => {
    let isWanted = true;
    const { client, seen } = await connect(() => {
      isWanted = false;
      return { status: 429, headers: { 'retry-after': '9' } };
    });
    const asked = client.call(deleteFolder, { params: { folder_id: '5' } }, { isStillDue: () => isWanted });
    await expect(asked).rejects.toMatchObject({ status: null, code: 'withdrawn' });
    expect(seen).toHaveLength(1);
    expect(client.requests()).toBe(1);
  });

  test('[E102] a longer pause is handed to the caller, and requests meanwhile are not even sent', async () => {
    const { client, seen } = await connect(() => ({ status: 429, headers: { 'retry-after': '3600' } }));
    await expect(client.call(getCurrentUser, {})).rejects.toMatchObject({ status: 429, retryAfterMs: 3_600_000 });
    const second = client.call(getCurrentUser, {});
    await expect(second).rejects.toMatchObject({ code: 'rate_limit_exceeded', retryAfterMs: 3_600_000 });
    expect(seen).toHaveLength(1);
  });

  test.each([
    [503, 2],
    [429, 1],
  ])('[E102][E106] a pause after %s that is ended lets %s requests out', async (status, sent) => {
    const { client, seen } = await connect(() => ({ status, headers: { 'retry-after': '86400' } }));
    await expect(client.call(getCurrentUser, {})).rejects.toMatchObject({ status });
    const meanwhile = client.call(getCurrentUser, {});
    await expect(meanwhile).rejects.toMatchObject({ code: 'rate_limit_exceeded', retryAfterMs: 86_400_000 });
    client.endPause();
    await expect(client.call(getCurrentUser, {})).rejects.toMatchObject({ retryAfterMs: 86_400_000 });
    expect(seen).toHaveLength(sent);
  });
});
