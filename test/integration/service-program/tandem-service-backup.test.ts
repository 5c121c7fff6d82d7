import { randomBytes } from 'node:crypto';
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ServiceProcess, startService, tandemService } from '../../support/programs/processes.ts';
import { openWorkplace } from '../../support/programs/workplace.ts';
import { expectRestorable } from '../../support/service/backup-story.ts';
import { createPerson } from '../../support/service/beside.ts';
import { callerOf } from '../../support/service/callers/service-caller.ts';

let folder: string;
let data: string;
let backup: string;
let service: ServiceProcess | null;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tandem-backup-'));
  data = path.join(folder, 'data');
  backup = path.join(folder, 'backup');
  service = null;
});
afterEach(async () => {
  await service?.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

async function serviceWithPerson(): Promise<{ readonly running: ServiceProcess; readonly token: string }> {
  const running = await startService(data);
  service = running;
  return { running, token: await createPerson(data, 'ann@example.com') };
}

test('a backup taken while people upload and permanently delete restores into an empty place', async () => {
  const { running, token } = await serviceWithPerson();
  const from = { data, flags: [] };
  const to = { data: path.join(folder, 'restored'), flags: [] };
  await expectRestorable(running, token, { from, to, folder: backup });
});

test('a later backup to the same folder copies new blobs and removes deleted ones', async () => {
  const { running, token } = await serviceWithPerson();
  const ann = callerOf(running, token);
  const old = (await ann.upload({ name: 'old.bin', parent: { id: '0' } }, randomBytes(1_000))).json.entries[0];
  await ann.upload({ name: 'kept.bin', parent: { id: '0' } }, randomBytes(2_000));
  const first = JSON.parse((await tandemService(['backup', '--to', backup, '--data', data])).stdout);
  expect(first).toMatchObject({ versions: 2, contents: 2, bytes: 3_000, copied: 2, copied_bytes: 3_000, removed: 0 });

  await ann.delete(`/files/${old?.id}`);
  await ann.delete(`/files/${old?.id}/trash`);
  await ann.upload({ name: 'new.bin', parent: { id: '0' } }, randomBytes(500));
  const second = JSON.parse((await tandemService(['backup', '--to', backup, '--data', data])).stdout);
  expect(second).toMatchObject({ versions: 2, contents: 2, bytes: 2_500, copied: 1, copied_bytes: 500, removed: 1 });
  expect((await readdir(backup)).filter((name) => name.endsWith('.db'))).toHaveLength(1);
  expect((await tandemService(['verify', '--backup', backup])).code).toBe(0);
});

test('a content that the service lost is reported with exit 2, and everything else is backed up', async () => {
  const { running, token } = await serviceWithPerson();
  const ann = callerOf(running, token);
  await ann.upload({ name: 'lost.bin', parent: { id: '0' } }, randomBytes(100_000));
  await ann.upload({ name: 'kept.bin', parent: { id: '0' } }, randomBytes(200_000));
  for (const file of await contentFiles(path.join(data, 'blobs'), 100_000)) await rm(file);
  const report = await tandemService(['backup', '--to', backup, '--data', data]);
  expect(report.code).toBe(2);
  expect(JSON.parse(report.stdout)).toMatchObject({ contents: 1, faults: [{ kind: 'missing_blob' }] });
});

test('a damaged backup is found by verify and refused by restore', async () => {
  const { running, token } = await serviceWithPerson();
  await callerOf(running, token).upload({ name: 'a.bin', parent: { id: '0' } }, randomBytes(100_000));
  await tandemService(['backup', '--to', backup, '--data', data]);
  const [content = ''] = await contentFiles(path.join(backup, 'contents'), 100_000);
  await writeFile(content, randomBytes(100_000));
  const damaged = await tandemService(['verify', '--backup', backup]);
  expect([damaged.code, JSON.parse(damaged.stdout).faults]).toMatchObject([2, [{ kind: 'damaged_blob' }]]);

  const [database = ''] = (await readdir(backup)).filter((name) => name.endsWith('.db'));
  await appendFile(path.join(backup, database), 'x');
  for (const command of [
    ['verify', '--backup', backup],
    ['restore', '--from', backup, '--data', path.join(folder, 'restored')],
  ]) {
    const refused = await tandemService(command);
    expect([refused.code, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toMatch(/differs from what the backup wrote.*Use another backup\.\n$/);
  }
});

test('folders that are not a backup are refused and left as they are', async () => {
  await createPerson(data, 'ann@example.com');
  await mkdir(backup, { mode: 0o700 });
  await writeFile(path.join(backup, 'holiday.jpg'), 'a picture');
  const refused = await tandemService(['backup', '--to', backup, '--data', data]);
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringMatching(/holds other files, such as "holiday\.jpg"/),
  ]);
  expect(await readdir(backup)).toEqual(['holiday.jpg']);
  for (const command of [
    ['restore', '--from', backup, '--data', path.join(folder, 'restored')],
    ['verify', '--backup', backup],
  ]) {
    const ended = await tandemService(command);
    expect([ended.code, ended.stderr]).toEqual([1, expect.stringMatching(/holds no complete backup/)]);
  }
  const nowhere = await tandemService(['restore', '--data', data]);
  expect([nowhere.code, nowhere.stderr]).toEqual([1, expect.stringMatching(/--from is missing/)]);
});

test('a restore into data that a service uses is refused', async () => {
  await serviceWithPerson();
  await tandemService(['backup', '--to', backup, '--data', data]);
  const refused = await tandemService(['restore', '--from', backup, '--data', data]);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/in use by another tandem-service/)]);
});

test('[E95] a computer that synced after the backup keeps its files when the service comes back from it', async () => {
  const place = await openWorkplace();
  try {
    const desk = await place.computer('desk');
    await writeFile(path.join(desk.root, 'before.txt'), 'before the backup');
    await desk.once();
    const made = await tandemService(['backup', '--to', backup, '--data', place.service().data]);
    expect(made.code).toBe(0);
    await writeFile(path.join(desk.root, 'after.txt'), 'after the backup');
    await desk.once();

    const restored = path.join(folder, 'restored');
    expect((await tandemService(['restore', '--from', backup, '--data', restored])).code).toBe(0);
    await place.restartService('SIGKILL', restored);
    await desk.once();
    expect((await desk.once()).report).toMatchObject({ state: 'in_sync', deleted_local: 0, bytes_down: 0 });
    expect(await readFile(path.join(desk.root, 'before.txt'), 'utf8')).toBe('before the backup');
    expect(await readFile(path.join(desk.root, 'after.txt'), 'utf8')).toBe('after the backup');
    expect(await place.web().find('0', 'after.txt')).toMatchObject({ name: 'after.txt' });
  } finally {
    await place.close();
  }
});

/** Files of the given size within a store of contents. */
async function contentFiles(directory: string, sizeBytes: number): Promise<readonly string[]> {
  const files: string[] = [];
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isFile() && (await readFile(file)).length === sizeBytes) files.push(file);
  }
  return files;
}
