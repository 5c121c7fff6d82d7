import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ControlSocket, connectControlSocket, serveControlSocket } from '../../../../main/ipc/control-socket.ts';
import { controlSocket, type PrivateSocket, pipeName } from '../../../../main/private/private-socket-path.ts';
import { newSocketKey } from '../../../../main/private/socket-key.ts';
import { sampleStatus, servedFake } from './served-fake.ts';

let folder: string;
let place: PrivateSocket;
let path: string;
const open: ControlSocket[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-control-'));
  place = controlSocket(folder);
  ({ path } = place);
});

afterEach(async () => {
  for (const socket of open.splice(0)) await socket.close();
  await rm(folder, { recursive: true });
});

const serve = async (served = servedFake()): Promise<ReturnType<typeof servedFake>> => {
  open.push(await serveControlSocket(place, served));
  return served;
};

const connected = async () => {
  const client = await connectControlSocket(place);
  if (client === null) throw new Error('no process answers');
  return client;
};

describe('control socket', () => {
  it('answers a command with the checked answer of its handler', async () => {
    await serve();
    const client = await connected();
    expect(await client.call('status.get', {})).toEqual({ ok: true, value: sampleStatus });
    client.close();
  });

  it('refuses a question of the wrong shape before a handler sees it, naming the field', async () => {
    const served = await serve();
    const client = await connected();
    const result = await client.call('sync.pause', { forMs: -1 });
    expect(result).toMatchObject({ ok: false, error: { code: 'bad_request' } });
    expect(JSON.stringify(result)).toContain('forMs');
    expect(served.asked).toEqual([]);
    client.close();
  });

  it('answers `internal` without the cause when a handler throws, and reports the bug', async () => {
    const served = await serve();
    const client = await connected();
    const result = await client.call('root.list', {});
    expect(result).toMatchObject({ ok: false, error: { code: 'internal' } });
    expect(JSON.stringify(result)).not.toContain('planted');
    expect(served.bugs).toEqual(['root.list']);
    client.close();
  });

  it('carries feeds until they are ended', async () => {
    const served = await serve();
    const client = await connected();
    const first = Promise.withResolvers<number>();
    const end = client.subscribe('status', (status) => first.resolve(status.atMs));
    expect(await first.promise).toBe(sampleStatus.atMs);
    expect(served.subscribers()).toBe(1);
    end();
    // Answers come in order behind the end of the subscription.
    await client.call('status.get', {});
    expect(served.subscribers()).toBe(0);
    client.close();
  });

  it('ends the subscriptions of a connection that is gone', async () => {
    const served = await serve();
    const client = await connected();
    client.subscribe('activity', () => undefined);
    await client.call('status.get', {});
    expect(served.subscribers()).toBe(1);
    client.close();
    await client.ended;
    await served.allEnded;
    expect(served.subscribers()).toBe(0);
  });

  it('refuses waiting calls as `disconnected` when the process goes away', async () => {
    await serve();
    const client = await connected();
    const waiting = client.call('sync.plan', {});
    await client.call('status.get', {});
    await open.splice(0)[0]?.close();
    expect(await waiting).toMatchObject({ ok: false, error: { code: 'disconnected' } });
    expect(await client.call('status.get', {})).toMatchObject({ ok: false, error: { code: 'disconnected' } });
  });

  it('gives null when no process answers', async () => {
    expect(await connectControlSocket(place)).toBeNull();
    await writeFile(path, '');
    expect(await connectControlSocket(place)).toBeNull();
  });

  it('gives null when the process at the socket is stopped', async () => {
    // The system still accepts connections for a process that does not run, such as one in the background of a shell.
    newSocketKey(place.keyFile);
    const silent = createServer((socket) => socket.resume());
    await new Promise<void>((resolve) => silent.listen(path, resolve));
    expect(await connectControlSocket(place, { patienceMs: 100 })).toBeNull();
    await new Promise((resolve) => silent.close(resolve));
  });

  it('cuts off no process that answers where the name follows from the key, as on Windows', async () => {
    const { keyFile } = place;
    place = {
      keyFile,
      get path() {
        const name = pipeName(keyFile, 'control').split('-').at(-1) ?? '';
        return join(folder, name);
      },
    };
    await serve();
    const before = place.path;
    await expect(serveControlSocket(place, servedFake())).rejects.toMatchObject({ code: 'in_use' });
    expect(place.path).toBe(before);
  });

  it('can be opened by its owner only', async () => {
    await serve();
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('takes the place of a socket whose process is dead, never of one that answers', async () => {
    await writeFile(path, '');
    await serve();
    await expect(serveControlSocket(place, servedFake())).rejects.toMatchObject({ code: 'in_use' });
    const client = await connected();
    expect(await client.call('status.get', {})).toMatchObject({ ok: true });
    client.close();
  });

  it('has an address that fits a socket, however long the path of the state folder', async () => {
    vi.stubEnv('XDG_RUNTIME_DIR', folder);
    const long = join(folder, 'x'.repeat(200));
    const address = controlSocket(long).path;
    expect(Buffer.byteLength(address)).toBeLessThan(104);
    const probe = createServer();
    await new Promise<void>((resolve) => probe.listen(address, resolve));
    await new Promise<void>((resolve) => probe.close(() => resolve()));
  });
});
