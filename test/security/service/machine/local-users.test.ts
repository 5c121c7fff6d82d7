import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ServiceProcess, startService, tandemService } from '../../../support/programs/processes.ts';
import { createPerson } from '../../../support/service/beside.ts';
import { callerOf } from '../../../support/service/callers/service-caller.ts';

/** Another local user tries to read the files of a running service; only root can switch users. */
const isRoot = process.getuid?.() === 0;
const stranger = 65_534;
const secretText = 'for the owner alone';

let folder: string;
let data: string;
let service: ServiceProcess;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tandem-local-users-'));
  // The attacker gets as far as the data folder; what stops him must be the service's own doing.
  await chmod(folder, 0o755);
  data = path.join(folder, 'data');
  const before = process.umask(0o022);
  try {
    service = await startService(data);
    const caller = callerOf(service, await createPerson(data, 'ann@example.com'));
    const uploaded = await caller.upload({ name: 'secret.txt', parent: { id: '0' } }, Buffer.from(secretText));
    expect(uploaded.status).toBe(201);
    expect((await tandemService(['backup', path.join(folder, 'backup.db'), '--data', data])).code).toBe(0);
  } finally {
    process.umask(before);
  }
});
afterAll(async () => {
  await service.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

/** Runs a command as another user of this machine, without any of our groups. */
function asStranger(...command: string[]): { readonly status: number | null; readonly stdout: string } {
  const identity = ['--reuid', String(stranger), '--regid', String(stranger), '--clear-groups'];
  const { status, stdout } = spawnSync('setpriv', [...identity, ...command], { encoding: 'utf8' });
  return { status, stdout };
}

describe.runIf(isRoot)('another local user', () => {
  test('control: reaches the folder that the data folder is in', () => {
    expect(asStranger('ls', folder).stdout).toContain('data');
  });

  test.each([
    ['lists the data folder', () => ['ls', data]],
    ['reads the database, in which the ticket key is', () => ['cat', path.join(data, 'service.db')]],
    ['reads the log of the database', () => ['cat', path.join(data, 'service.db-wal')]],
    ['lists the contents', () => ['ls', path.join(data, 'blobs')]],
    ['finds a file of the service', () => ['find', data, '-type', 'f']],
    ['searches the contents for a text', () => ['grep', '-r', secretText, data]],
    ['reads a backup', () => ['cat', path.join(folder, 'backup.db')]],
    ['writes into the data folder', () => ['touch', path.join(data, 'planted')]],
    ['holds the lock of the service', () => ['sh', '-c', `: > ${path.join(data, 'service.lock')}`]],
  ])('cannot, as one who %s', (_act, command) => {
    const { status, stdout } = asStranger(...command());
    expect([status === 0, stdout.replace(data, '').trim()]).toEqual([false, '']);
  });
});

test('every file and folder of the service is for its own user alone', async () => {
  const names = await readdir(data, { recursive: true });
  const open = await Promise.all(
    ['.', ...names].map(async (name) => {
      const { mode } = await stat(path.join(data, name));
      return (mode & 0o077) === 0 ? [] : [name];
    }),
  );
  expect(names).toContain('service.db');
  expect(open.flat()).toEqual([]);
});

describe('at start', () => {
  test('a data folder of an earlier version is closed, and its database with it', async () => {
    const old = path.join(folder, 'old');
    await createPerson(old, 'ann@example.com');
    await chmod(old, 0o755);
    await chmod(path.join(old, 'service.db'), 0o644);
    expect((await tandemService(['users', 'list', '--data', old])).code).toBe(0);
    const modes = [old, path.join(old, 'service.db')].map(async (place) => (await stat(place)).mode & 0o777);
    expect(await Promise.all(modes)).toEqual([0o700, 0o600]);
  });

  test('a folder of other programs is left as it is, and refused with the command that closes it', async () => {
    const shared = path.join(folder, 'shared');
    await mkdir(shared);
    await chmod(shared, 0o755);
    await writeFile(path.join(shared, 'of-another-program'), '');
    const refused = await tandemService(['start', '--data', shared, '--port', '0']);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(`chmod 700 ${shared}`)]);
    expect((await stat(shared)).mode & 0o777).toBe(0o755);
  });
});
