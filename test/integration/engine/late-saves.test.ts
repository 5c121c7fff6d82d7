import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { appendFile, link, mkdir, readdir, rename, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fileIdentity } from '../../../main/engine/model/ids.ts';
import { replacedName } from '../../../main/engine/model/names/staged-name.ts';
import { FileSystemError } from '../../../main/engine/ports/file-system.ts';
import { type EngineDevice, openEngineDevice } from '../../support/engine/engine-device.ts';
import { type WebUser, webUser } from '../../support/people/web-user.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

/** Programs that hold a file open while a new version replaces it. */
let service: TestService;
let web: WebUser;
let device: EngineDevice;
/** What the device's clock and disk add to the real ones. */
let aheadMs: number;
let freeBytes: number;
/** Whether the disk refuses to move anything. */
let isStuck: boolean;
beforeEach(async () => {
  [aheadMs, freeBytes, isStuck] = [0, 2 ** 40, false];
  service = await startTestService();
  web = webUser(service, service.person.token);
  device = await openEngineDevice({
    name: 'laptop',
    addresses: service,
    token: service.person.token,
    change: (parts) => ({
      ...parts,
      clock: { ...parts.clock, nowMs: () => parts.clock.nowMs() + aheadMs },
      fileSystem: {
        ...parts.fileSystem,
        freeBytes: async () => freeBytes,
        move: async (from, to) => {
          if (isStuck) throw new FileSystemError('io', from, `${from} cannot be moved`);
          return parts.fileSystem.move(from, to);
        },
      },
    }),
  });
});
afterEach(async () => {
  await device.close();
  await service.stop();
});

const DAY_MS = 24 * 60 * 60_000;
const COPY = /^journal \(conflicted copy laptop \d{4}-\d{2}-\d{2}\)\.txt$/;

const staged = (): Promise<string[]> => readdir(join(device.path, '.tandem', 'staging'));
const files = async (folder = ''): Promise<string[]> =>
  (await readdir(device.at(folder))).filter((name) => name !== '.tandem');

/** A synced file that is open for appending while a new version of it comes down. */
async function replacedWhileOpen(path = 'journal.txt') {
  await device.write(path, 'base\n');
  await device.once();
  const fd = openSync(device.at(path), 'a');
  const id = await itemAt(path);
  await web.replace(id, basename(path), 'base\ntheirs\n');
  await device.once();
  expect(await device.read(path)).toBe('base\ntheirs\n');
  return {
    id,
    save: () => {
      writeSync(fd, 'an hour of my work\n');
      fsyncSync(fd);
      closeSync(fd);
    },
    close: () => closeSync(fd),
  };
}

async function itemAt(path: string): Promise<string> {
  let at = '0';
  for (const name of path.split('/')) at = (await web.find(at, name))?.id ?? '';
  return at;
}

test('[P92] [E121] what a program saves into a replaced file becomes a conflict copy beside the new version', async () => {
  const { save } = await replacedWhileOpen('notes/journal.txt');
  save();
  expect(await device.once()).toMatchObject({ state: 'in_sync', conflicts: 1, uploaded: 1 });
  const names = await files('notes');
  expect(names).toEqual([expect.stringMatching(COPY), 'journal.txt']);
  expect(await device.read(`notes/${names[0]}`)).toBe('base\nan hour of my work\n');
  expect(await itemAt(`notes/${names[0]}`)).toMatch(/^\d+$/);
  expect(await staged()).toEqual([]);
  const { conflicts } = device.engine.acts.conflicts({ limit: 10, offset: 0 });
  expect(conflicts).toMatchObject([
    { path: 'notes/journal.txt', copyPath: `notes/${names[0]}`, rule: 'P92', choices: ['mine', 'theirs', 'both'] },
  ]);
  expect(await device.once()).toMatchObject({ state: 'in_sync', conflicts: 0, uploaded: 0 });
});

test('[P92] [E121] a late save is found after a restart, and without the state too', async () => {
  const { save } = await replacedWhileOpen();
  await device.loseState();
  await device.once();
  await device.restart(async () => save());
  expect(await device.once()).toMatchObject({ conflicts: 1, uploaded: 1 });
  expect(await files()).toEqual([expect.stringMatching(COPY), 'journal.txt']);
});

test('[P92] [E121] a late save beside a renamed item has its new name; that of a deleted one is at the top', async () => {
  await device.write('notes/other.txt', 'base\n');
  const renamed = await replacedWhileOpen('notes/journal.txt');
  await web.call('PUT', `/files/${renamed.id}`, { name: 'diary.txt' });
  await device.once();
  renamed.save();
  await device.once();
  expect(await files('notes')).toEqual([
    expect.stringMatching(/^diary \(conflicted copy laptop .*\)\.txt$/),
    'diary.txt',
    'other.txt',
  ]);
  const deleted = await replacedWhileOpen('notes/journal.txt');
  await web.call('DELETE', `/files/${deleted.id}`);
  await device.once();
  deleted.save();
  expect(await device.once()).toMatchObject({ state: 'in_sync', uploaded: 1 });
  expect(await files()).toEqual([expect.stringMatching(COPY), 'notes']);
});

test('[P92] [E56] of two hard links of one file that are both replaced, what a program saves becomes one conflict copy', async () => {
  await device.write('a.txt', 'base\n');
  await link(device.at('a.txt'), device.at('b.txt'));
  await device.once();
  const fd = openSync(device.at('a.txt'), 'a');
  for (const name of ['a.txt', 'b.txt']) await web.replace(await itemAt(name), name, 'base\ntheirs\n');
  await device.once();
  await device.once();
  expect(await staged()).toHaveLength(1);
  writeSync(fd, 'an hour of my work\n');
  closeSync(fd);
  expect(await device.once()).toMatchObject({ state: 'in_sync', conflicts: 1, uploaded: 1 });
  const copies = (await files()).filter((name) => /^[ab] \(conflicted copy laptop .*\)\.txt$/.test(name));
  expect(copies).toHaveLength(1);
  expect(await files()).toEqual([...copies, 'a.txt', 'b.txt'].sort());
  expect(await device.read(copies[0] ?? '')).toBe('base\nan hour of my work\n');
  expect(await staged()).toEqual([]);
});

test('[P92] a replaced file that no program saves into is removed after a week', async () => {
  (await replacedWhileOpen()).close();
  aheadMs = 7 * DAY_MS - 60_000;
  await device.once();
  expect(await staged()).toHaveLength(1);
  aheadMs = 7 * DAY_MS + 60_000;
  expect(await device.once()).toMatchObject({ state: 'in_sync', conflicts: 0 });
  expect(await staged()).toEqual([]);
  expect(await files()).toEqual(['journal.txt']);
});

test('[P92] replaced files take at most a tenth of the free space, and the oldest goes first', async () => {
  (await replacedWhileOpen('a.txt')).close();
  (await replacedWhileOpen('b.txt')).close();
  expect(await staged()).toHaveLength(2);
  freeBytes = 'base\n'.length * 10;
  await device.once();
  expect(await staged()).toEqual([expect.stringMatching(/b\.txt$/)]);
  freeBytes -= 1;
  await device.once();
  expect(await staged()).toEqual([]);
});

test('[P92] a file that was not replaced after all, because the process ended, has no copy when it is edited', async () => {
  await device.write('journal.txt', 'base\n');
  await device.once();
  const { size, mtimeNs } = await stat(device.at('journal.txt'), { bigint: true });
  const was = { identity: fileIdentity('7'), sizeBytes: Number(size), mtimeNs: String(mtimeNs), ctimeNs: '0' };
  const name = replacedName('download-7-abc', was, 'journal.txt');
  await mkdir(join(device.path, '.tandem', 'staging'), { recursive: true });
  await link(device.at('journal.txt'), join(device.path, '.tandem', 'staging', name));
  await appendFile(device.at('journal.txt'), 'mine\n');
  expect(await device.once()).toMatchObject({ state: 'in_sync', conflicts: 0 });
  expect(await staged()).toEqual([]);
  expect(await files()).toEqual(['journal.txt']);
  expect(await device.read('journal.txt')).toBe('base\nmine\n');
});

const unlink = () => device.engine.removeRoot(device.engine.status().roots[0]?.id ?? -1);

describe('before a folder is unlinked', () => {
  test('[P92] [P56] a late save that no look has seen yet becomes a conflict copy, and an unsaved file goes', async () => {
    (await replacedWhileOpen('notes/other.txt')).close();
    const { save } = await replacedWhileOpen('notes/journal.txt');
    save();
    expect(await staged()).toHaveLength(2);
    expect(await unlink()).toMatchObject({ ok: true });
    const [copy = '', ...others] = await files('notes');
    expect([copy, others]).toEqual([expect.stringMatching(COPY), ['journal.txt', 'other.txt']]);
    expect(await device.read(`notes/${copy}`)).toBe('base\nan hour of my work\n');
    expect(await readdir(device.path)).toEqual(['notes']);
  });

  test('[P92] [P56] a late save is kept where its folder is not as known any more, also while paused and right after a start', async () => {
    const { save } = await replacedWhileOpen('notes/journal.txt');
    device.engine.pause(null, null);
    await device.restart(async () => {
      save();
      await rename(device.at('notes'), device.at('diary'));
    });
    expect(await unlink()).toMatchObject({ ok: true });
    expect(await readdir(device.path)).toEqual(['diary', expect.stringMatching(COPY)]);
  });

  test('[P92] [P56] a late save that the disk keeps from being moved stays, and is found once the folder is linked again', async () => {
    const { save } = await replacedWhileOpen();
    save();
    isStuck = true;
    expect(await unlink()).toMatchObject({ ok: true });
    expect(await staged()).toHaveLength(1);
    isStuck = false;
    expect(await device.engine.addRoot({ localPath: device.path, remoteId: '0' })).toMatchObject({ ok: true });
    expect(await device.once()).toMatchObject({ state: 'in_sync', uploaded: 1 });
    expect(await files()).toEqual([expect.stringMatching(COPY), 'journal.txt']);
    expect(await staged()).toEqual([]);
  });
});
