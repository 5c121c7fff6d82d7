import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { access, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openChance } from '../../simulation/world/chance.ts';
import {
  eventually,
  type ServiceProcess,
  startService,
  startServiceInTerminal,
  startTandemService,
  tandemService,
} from '../../support/programs/processes.ts';
import { createPerson } from '../../support/service/beside.ts';
import { callerOf, type ServiceCaller, sha1Of } from '../../support/service/callers/service-caller.ts';

let folder: string;
let data: string;
let running: ServiceProcess[];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tandem-service-process-'));
  data = path.join(folder, 'data');
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map((service) => service.kill('SIGKILL')));
  await rm(folder, { recursive: true, force: true });
});

async function started(port = 0): Promise<ServiceProcess> {
  const service = await startService(data, port);
  running.push(service);
  return service;
}

describe('tandem-service', () => {
  test('start prints one line of JSON when it answers, and ends with 0 at SIGTERM', async () => {
    const service = await started();
    const ready = JSON.parse(service.stdout());
    expect(ready).toEqual({
      ready: true,
      base_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/2\.0$/),
      upload_url: expect.stringMatching(/\/upload\/2\.0$/),
      public_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      pid: service.pid,
    });
    const ended = await service.kill('SIGTERM');
    expect([ended.code, ended.stdout.split('\n').length]).toEqual([0, 2]);
    expect(ended.stderr).not.toMatch(/warning|at .*\.ts/i);
  });

  test('a reader that has had enough, as of `| head`, ends no command with a stack', async () => {
    const help = startTandemService(['help']);
    help.child.stdout?.destroy();
    expect(await help.finished).toMatchObject({ code: 0, stderr: '' });
  });

  test('users and tokens work on the same data while it runs; the first user is the administrator', async () => {
    const service = await started();
    const token = await createPerson(data, 'ann@example.com');
    const second = await tandemService([
      'users',
      'create',
      '--data',
      data,
      '--login',
      'bob@example.com',
      '--name',
      'Bob',
      '--space',
      '1000',
    ]);
    expect(JSON.parse(second.stdout)).toMatchObject({ login: 'bob@example.com', role: 'user', space_amount: 1000 });
    expect((await callerOf(service, token).get('/users/me?fields=login,role')).json).toMatchObject({
      login: 'ann@example.com',
      role: 'admin',
    });
    const listed = await tandemService(['users', 'list', '--data', data, '--json']);
    expect(JSON.parse(listed.stdout).map((user: { login: string }) => user.login)).toEqual([
      'ann@example.com',
      'bob@example.com',
    ]);
    await tandemService(['users', 'set', '--data', data, '--login', 'ann@example.com', '--status', 'inactive']);
    expect((await callerOf(service, token).get('/users/me')).status).toBe(401);
  });

  test('a port in use, and data in use: one sentence each that says what to do, exit 1', async () => {
    const service = await started();
    const port = new URL(service.baseUrl).port;
    const sameData = await tandemService(['start', '--data', data, '--port', '0']);
    expect([sameData.code, sameData.stdout]).toEqual([1, '']);
    expect(sameData.stderr).toMatch(/^The data directory .* in use .*--data\.\n$/);
    const other = path.join(folder, 'other');
    const samePort = await tandemService(['start', '--data', other, '--port', port]);
    expect([samePort.code, samePort.stdout]).toEqual([1, '']);
    expect(samePort.stderr).toMatch(new RegExp(`^Port ${port} .* in use .*--port .*\\.\\n$`));
    expect((await callerOf(service, null).send('GET', service.baseUrl.replace('/2.0', '/health'))).status).toBe(200);
  });

  test.each([
    [['begin'], /Unknown command "begin"/],
    [['backup'], /FILE.*backup --help/],
    [['start', '--prot', '1'], /--prot/],
    [['start', '--port', 'x'], /--port/],
    [['start', '--port', '0', '--owner', 'a b'], /login/],
    [['start', '--port', '0', '--owner-name', 'Ann'], /--owner is missing/],
    [['users', 'create', '--name', 'x'], /--login is missing/],
    [['users', 'create', '--login', 'a b', '--name', 'x'], /login/],
    [['users', 'create', '--login', 'a', '--name', 'x'.repeat(51)], /50.*51/],
    [['tokens', 'create', '--login', 'nobody', '--expires', '5'], /--expires/],
    [['users', 'list', '--data', '/dev/null/x'], /\/dev\/null.*--data/],
  ])('%j: one sentence, exit 1', async (args, sentence) => {
    const ended = await tandemService(args.includes('--data') ? args : [...args, '--data', data]);
    expect([ended.code, ended.stdout]).toEqual([1, '']);
    expect(ended.stderr).toMatch(sentence);
    expect(ended.stderr.trimEnd().split('\n')).toHaveLength(1);
  });

  test('--help lists every command', async () => {
    const help = await tandemService(['--help']);
    expect(help.code).toBe(0);
    for (const word of [
      'start',
      'users create',
      'users list',
      'users set',
      'users end-sign-ins',
      'tokens create',
      'verify',
      'backup',
      'restore',
    ]) {
      expect(help.stdout).toContain(`tandem-service ${word}`);
    }
  });

  test.each([
    [
      ['start', '--help'],
      ['--port P', '--data DIR'],
      ['--login', '--scopes'],
    ],
    [
      ['users', 'create', '--help'],
      ['--login L', '--space BYTES'],
      ['--port', '--status', 'users list'],
    ],
    [['users', '--help'], ['users create', 'users list', '--status active|inactive'], ['--port']],
    [['help', 'backup'], ['backup --to DIR | FILE', '--to DIR'], ['--login']],
  ])('%j tells the flags of that command and no others', async (args, told, untold) => {
    const help = await tandemService(args);
    expect([help.code, help.stderr]).toEqual([0, '']);
    for (const text of told) expect(help.stdout).toContain(text);
    for (const text of untold) expect(help.stdout).not.toContain(text);
  });

  test('backup refuses a file that exists and a directory that does not, and touches neither', async () => {
    const file = path.join(folder, 'kept');
    await writeFile(file, 'kept');
    const existing = await tandemService(['backup', file, '--data', data]);
    expect(existing).toMatchObject({ code: 1, stderr: expect.stringMatching(/already exists.*Choose another name/) });
    const nowhere = await tandemService(['backup', path.join(folder, 'no', 'copy.db'), '--data', data]);
    expect(nowhere).toMatchObject({ code: 1, stderr: expect.stringMatching(/directory .*no does not exist/) });
    expect(await readFile(file, 'utf8')).toBe('kept');
  });

  test.each([
    [['backup', '--to', 'FOLDER']],
    [['backup', 'FOLDER']],
    [['verify']],
    [['migrate', '--to-blobs', 'file:FOLDER']],
    [['keys', 'rotate']],
    [['webhooks', 'keys']],
    [['users', 'list']],
    [['users', 'set', '--login', 'ann@example.com', '--status', 'inactive']],
    [['tokens', 'create', '--login', 'ann@example.com']],
    [['clients', 'list']],
    [['clients', 'delete', '--client-id', 'one']],
  ])('%j refuses a directory without a service, and creates none there', async (words) => {
    const args = words.map((word) => word.replace('FOLDER', path.join(folder, 'backup')));
    const ended = await tandemService([...args, '--data', path.join(folder, 'none')]);
    expect(ended).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/no service at .*none.*--data/) });
    expect(await readdir(folder)).not.toContain('none');
  });

  test('a token for an unknown login is refused', async () => {
    await createPerson(data, 'ann@example.com');
    const ended = await tandemService(['tokens', 'create', '--login', 'nobody', '--data', data]);
    expect(ended).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/No user has the login/) });
  });

  test('backup writes a copy that opens', async () => {
    await createPerson(data, 'ann@example.com');
    const copy = path.join(folder, 'copy.db');
    expect((await tandemService(['backup', copy, '--data', data])).code).toBe(0);
    const listed = await tandemService(['users', 'list', '--json', '--data', data, '--database', `sqlite:${copy}`]);
    expect(JSON.parse(listed.stdout)).toHaveLength(1);
    const again = await tandemService(['backup', copy, '--data', data]);
    expect(again.code).toBe(1);
  });

  test('verify finds a content that was damaged, and says so with exit 2', async () => {
    const service = await started();
    const caller = callerOf(service, await createPerson(data, 'ann@example.com'));
    await caller.upload({ name: 'a.bin', parent: { id: '0' } }, 'untouched');
    expect((await tandemService(['verify', '--data', data])).code).toBe(0);
    const { stdout } = await tandemService(['verify', '--data', data]);
    expect(JSON.parse(stdout)).toMatchObject({ versions: 1, blobs: 1, bytes: 9, faults: [] });
    await damageOneBlob(path.join(data, 'blobs'));
    const verified = await tandemService(['verify', '--data', data]);
    expect(verified.code).toBe(2);
    expect(JSON.parse(verified.stdout).faults).toEqual([expect.objectContaining({ kind: 'damaged_blob' })]);
  });
});

async function damageOneBlob(directory: string): Promise<void> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const blob = entries.find((entry) => entry.isFile() && /^[0-9a-f]{32}$/.test(entry.name));
  if (!blob) throw new Error('There is no blob to damage.');
  await writeFile(path.join(blob.parentPath, blob.name), 'damagedXY');
}

describe('SIGKILL during uploads', () => {
  /** Uploads that the service acknowledged, by file name. */
  type Acknowledged = Map<string, { readonly id: string; readonly sha1: string }>;

  /** Uploads one file after the other until the service is gone. */
  async function uploadUntilKilled(caller: ServiceCaller, prefix: string, acknowledged: Acknowledged): Promise<void> {
    for (let number = 0; ; number++) {
      const content = randomBytes(1 + ((number * 7919) % 200_000));
      const name = `${prefix} ${number}`;
      const answer = await caller.upload({ name, parent: { id: '0' } }, content).catch(() => null);
      if (!answer) return;
      if (answer.status !== 201) throw new Error(`The upload of ${name} answered ${answer.status}.`);
      acknowledged.set(name, { id: String(answer.json.entries[0]?.id), sha1: sha1Of(content) });
    }
  }

  test('loses nothing that was acknowledged, accepts nothing half, and keeps the parts of a session', async () => {
    let service = await started();
    const port = Number(new URL(service.baseUrl).port);
    const token = await createPerson(data, 'ann@example.com');
    const caller = callerOf(service, token);
    const acknowledged: Acknowledged = new Map();
    const whole = randomBytes(20_000_000);
    const body = JSON.stringify({ folder_id: '0', file_size: whole.length, file_name: 'large.bin' });
    const url = `${service.uploadUrl}/files/upload_sessions`;
    const { json: session } = await caller.send('POST', url, body, { 'content-type': 'application/json' });
    const partUrl = String(session.session_endpoints['upload_part']);
    const first = await caller.part(partUrl, whole.subarray(0, session.part_size), 0, whole.length);
    expect(first.status).toBe(200);

    for (let kill = 1; kill <= 3; kill++) {
      const loops = ['a', 'b', 'c'].map((prefix) => uploadUntilKilled(caller, `${kill}${prefix}`, acknowledged));
      await eventually('some uploads were acknowledged', async () => acknowledged.size >= kill * 15);
      await service.kill('SIGKILL');
      await Promise.all(loops);
      service = await started(port);
    }

    const page = await caller.get('/folders/0/items?limit=1000');
    const stored = new Map(page.json.entries.map((entry) => [entry.name, { id: entry.id, sha1: entry.sha1 }]));
    for (const [name, file] of acknowledged) expect(stored.get(name)).toEqual(file);
    // At most the one upload of each loop that was stored while its answer was lost.
    expect(stored.size - acknowledged.size).toBeLessThanOrEqual(9);
    const kept = await caller.send('GET', `${partUrl}/parts`);
    expect(kept.json.entries).toEqual([first.json.part]);
    const events = await caller.get('/events?limit=500&event_type=ITEM_UPLOAD');
    expect(events.json.entries.map((event) => event.source.name).sort()).toEqual([...stored.keys()].sort());
    await service.kill('SIGTERM');
    const verified = await tandemService(['verify', '--data', data]);
    expect([verified.code, JSON.parse(verified.stdout).faults]).toEqual([0, []]);
    expect(JSON.parse(verified.stdout).versions).toBe(stored.size);
  });
});

type Ending = readonly [string, () => Promise<ServiceProcess>, NodeJS.Signals];
const closed: Ending = ['its terminal is closed', async () => startServiceInTerminal(data), 'SIGKILL'];
const ENDINGS: readonly Ending[] = [
  ['SIGTERM comes', async () => startService(data), 'SIGTERM'],
  ...(process.platform === 'linux' ? [closed] : []),
];

test.each(ENDINGS)('a request that runs when %s is still answered', async (_, start, signal) => {
  const service = await start();
  running.push(service);
  const token = await createPerson(data, 'ann@example.com');
  const caller = callerOf(service, token);
  const poll = String((await caller.options('/events')).json.entries[0]?.url);
  const waiting = caller.send('GET', `${poll}&stream_position=now`);
  await caller.get('/users/me');
  const form = formOf('last.bin', randomBytes(20_000_000));
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'multipart/form-data; boundary=b',
    'content-length': form.length,
  };
  const uploading = request(`${service.uploadUrl}/files/content`, { method: 'POST', headers });
  const answered = once(uploading, 'response');
  uploading.write(form.subarray(0, form.length / 2));
  await eventually('the upload has begun', async () => hasIncoming(path.join(data, 'blobs')));
  const ended = service.kill(signal);
  expect((await waiting).json.message).toBe('reconnect');
  uploading.end(form.subarray(form.length / 2));
  const [answer] = (await answered) as [IncomingMessage];
  answer.resume();
  expect(answer.statusCode).toBe(201);
  if (signal === 'SIGTERM') expect((await ended).code).toBe(0);
  await eventually('the service has ended', async () => !isAlive(service.pid));
  await expect(access(path.join(data, 'service.db'))).resolves.toBeUndefined();
});

test.each([
  ['an upload', uploadRequest],
  ['a submission to a file request', submissionRequest],
])(
  'a client that disconnects during or at the end of %s delays neither the service nor its stop',
  async (_what, begin) => {
    const service = await started();
    const head = await begin(service);
    const { hostname, port } = new URL(service.baseUrl);
    const chance = openChance(1, 'cuts');
    const sendAndLeave = async (name: string): Promise<void> => {
      const body = formOf(name, randomBytes(chance.below(300_000)));
      const lines = [...head, `host: ${hostname}:${port}`, `content-length: ${body.length}`];
      const sent = Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body]);
      const socket = connect(Number(port), hostname).on('error', () => undefined);
      socket.resume().write(chance.below(3) === 0 ? sent : sent.subarray(0, chance.below(sent.length)));
      const leave = chance.pick([() => socket.destroy(), () => socket.resetAndDestroy(), () => socket.end()]);
      setTimeout(leave, chance.below(30));
      await once(socket, 'close');
    };
    // How far the service has come by then is left to it, so there are many of them.
    const senders = Array.from({ length: 16 }, async (_, sender) => {
      for (let round = 0; round < 30; round++) await sendAndLeave(`${sender}-${round}.bin`);
    });
    await Promise.all(senders);
    expect(await service.kill('SIGTERM')).toMatchObject({ code: 0 });
  },
);

const formType = 'content-type: multipart/form-data; boundary=b';

async function uploadRequest(): Promise<readonly string[]> {
  const token = await createPerson(data, 'ann@example.com');
  return ['POST /upload/2.0/files/content HTTP/1.1', `authorization: Bearer ${token}`, formType];
}

async function submissionRequest(service: ServiceProcess): Promise<readonly string[]> {
  const caller = callerOf(service, await createPerson(data, 'ann@example.com'));
  const folder = (await caller.post('/folders', { name: 'inbox', parent: { id: '0' } })).json;
  const made = await caller.post('/file_requests', { folder: { type: 'folder', id: folder.id } });
  return [`POST ${made.json.url} HTTP/1.1`, formType];
}

/** The form of an upload to the account's root folder, with `b` as its boundary. */
const formOf = (name: string, content: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from('--b\r\ncontent-disposition: form-data; name="attributes"\r\n\r\n'),
    Buffer.from(JSON.stringify({ name, parent: { id: '0' } })),
    Buffer.from('\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\n'),
    content,
    Buffer.from('\r\n--b--\r\n'),
  ]);

async function hasIncoming(directory: string): Promise<boolean> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries.some((entry) => entry.isFile());
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
