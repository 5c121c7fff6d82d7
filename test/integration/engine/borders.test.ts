import { link, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Remote } from '../../../main/engine/ports/remote/remote.ts';
import type { EngineParts } from '../../../main/engine/root/engine-parts.ts';
import { type EngineDevice, openEngineDevice } from '../../support/engine/engine-device.ts';
import { type WebItem, type WebUser, webUser } from '../../support/people/web-user.ts';
import { eventually } from '../../support/programs/processes.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

/** Two roots of one account, and items that a person moves from one into the other (edge case 85). */
let service: TestService;
let web: WebUser;
let a: EngineDevice;
let [first, second]: WebItem[] = [];

beforeEach(async () => {
  service = await startTestService();
  web = webUser(service, service.person.token);
  [first, second] = [await web.createFolder('0', 'first'), await web.createFolder('0', 'second')];
});
afterEach(async () => {
  await a.close();
  await service.stop();
});

const other = (name: string) => join(dirname(a.path), 'other', name);
const idOf = (item: WebItem | undefined) => item?.id ?? '';
async function open(change?: (parts: EngineParts) => EngineParts): Promise<void> {
  const options = { name: 'a', addresses: service, token: service.person.token, remoteId: idOf(first) };
  a = await openEngineDevice(change === undefined ? options : { ...options, change });
  await mkdir(other(''), { recursive: true });
  const linked = await a.engine.addRoot({ localPath: other('').replace(/\/$/, ''), remoteId: idOf(second) });
  expect(linked.ok).toBe(true);
}
const none = { uploaded: 0, downloaded: 0, deleted_remote: 0, deleted_local: 0, conflicts: 0, blocked: [] };

test('[P63][E85] a file and a folder are moved on the service: same ids, nothing is transferred', async () => {
  await open();
  await a.write('one.txt', 'one');
  await a.write('box/deep/two.txt', 'two');
  await a.once();
  const [file, box] = [await web.find(idOf(first), 'one.txt'), await web.find(idOf(first), 'box')];
  await rename(a.at('one.txt'), other('renamed.txt'));
  await rename(a.at('box'), other('box'));
  expect(await a.once()).toMatchObject({ ...none, state: 'in_sync', bytes_up: 0 });
  expect((await web.find(idOf(second), 'renamed.txt'))?.id).toBe(file?.id);
  expect((await web.find(idOf(second), 'box'))?.id).toBe(box?.id);
  expect(await web.items(idOf(first))).toEqual([]);
  expect(await a.once()).toMatchObject({ ...none, state: 'in_sync' });
  // And back, edited on the way: one version more of the same file.
  await rename(other('renamed.txt'), a.at('one.txt'));
  await a.write('one.txt', 'one, edited');
  expect(await a.once()).toMatchObject({ ...none, state: 'in_sync', uploaded: 1 });
  expect((await web.items(idOf(first))).map(({ id }) => id)).toEqual([file?.id]);
});

test('[P63][E85] while the engine runs', async () => {
  await open();
  await a.write('one.txt', 'one');
  a.engine.start();
  await eventually('in sync', async () => a.engine.status().state === 'in_sync');
  const file = await web.find(idOf(first), 'one.txt');
  await rename(a.at('one.txt'), other('one.txt'));
  await eventually('moved there', async () => (await web.find(idOf(second), 'one.txt'))?.id === file?.id);
  await eventually('in sync', async () => a.engine.status().state === 'in_sync');
  expect(await web.items(idOf(first))).toEqual([]);
  expect(a.errors).toEqual([]);
});

test('[P63][P85][E85] a move that the service reports before it answers is no upload either', async () => {
  const whileAsked = { cut: 0 };
  const answerLast =
    (remote: Remote): Remote['move'] =>
    async (asked, signal) => {
      const answer = await remote.move(asked, signal);
      const there = a.store.roots().find(({ itemId }) => itemId === second?.id);
      await eventually('reported', async () => there && a.store.root(there.id).remote(asked.id));
      // Sent by a plan that knew of it.
      await writeFile(other('later.txt'), 'later');
      await eventually('planned', async () => signal?.aborted || web.find(idOf(second), 'later.txt'));
      if (signal?.aborted) whileAsked.cut += 1;
      signal?.throwIfAborted();
      return answer;
    };
  await open((parts) => ({ ...parts, remote: { ...parts.remote, move: answerLast(parts.remote) } }));
  await a.write('one.txt', 'one');
  a.engine.start();
  await eventually('in sync', async () => a.engine.status().state === 'in_sync');
  await rename(a.at('one.txt'), other('one.txt'));
  await eventually('moved there', async () => web.find(idOf(second), 'later.txt'));
  await eventually('in sync', async () => a.engine.status().state === 'in_sync');
  const uploads = a.store.journal.query({ kinds: ['upload'], limit: 10 }).map(({ path }) => path);
  expect([whileAsked.cut, uploads.toSorted()]).toEqual([0, ['later.txt', 'one.txt']]);
  expect(a.errors).toEqual([]);
});

test('[P63][E85] where it may not be moved it is sent as new, and taken away only when that is done', async () => {
  const seen: string[] = [];
  await open((parts) => ({ ...parts, remote: telling(parts.remote, seen) }));
  await a.write('one.txt', 'one');
  await a.once();
  seen.length = 0;
  await rename(a.at('one.txt'), other('one.txt'));
  expect(await a.once()).toMatchObject({ state: 'in_sync', uploaded: 1, deleted_remote: 1 });
  expect(seen).toEqual(['move', 'trash, once it is safe']);
  expect(await web.items(idOf(first))).toEqual([]);
  expect((await web.items(idOf(second))).map(({ name }) => name)).toEqual(['one.txt']);
});

/** A service that refuses every move; `seen` collects the changes it is asked for. */
function telling(remote: Remote, seen: string[]): Remote {
  return {
    ...remote,
    move: async () => {
      seen.push('move');
      return { ok: false, reason: 'refused', code: 'no_permission', says: 'not from here' };
    },
    trash: async (target, signal) => {
      const isSafe = (await web.find(idOf(second), 'one.txt')) !== undefined;
      const isStillDue = (): boolean => {
        const isSent = target.isStillDue?.() !== false;
        if (isSent) seen.push(isSafe ? 'trash, once it is safe' : 'trash, too early');
        return isSent;
      };
      return remote.trash({ ...target, isStillDue }, signal);
    },
  };
}

test('[P63][E56] another name of the same file in another root is not a move', async () => {
  await open();
  await a.write('one.txt', 'one');
  await a.once();
  await link(a.at('one.txt'), other('one.txt'));
  expect(await a.once()).toMatchObject({ state: 'in_sync', deleted_remote: 0 });
  expect(await web.items(idOf(first))).toHaveLength(1);
  expect(await web.items(idOf(second))).toHaveLength(1);
});

test('[P63][E86] a synced folder dragged into another one and back: its folder on the service stays as it is', async () => {
  await open();
  await a.write('one.txt', 'one');
  await a.write('box/two.txt', 'two');
  await a.once();
  const [file, box] = [await web.find(idOf(first), 'one.txt'), await web.find(idOf(first), 'box')];
  const isAsBefore = async (): Promise<void> => {
    expect(await web.find('0', 'first')).toMatchObject({ id: first?.id });
    expect(new Set((await web.items(idOf(first))).map(({ id }) => id))).toEqual(new Set([box?.id, file?.id]));
    expect(await web.find(idOf(box), 'two.txt')).toBeDefined();
  };
  await rename(a.path, other('A'));
  await a.once();
  await a.once();
  await isAsBefore();
  await rename(other('A'), a.path);
  await a.once();
  expect(await a.once()).toMatchObject({ ...none, state: 'in_sync' });
  await isAsBefore();
  expect([await a.read('one.txt'), await a.read('box/two.txt')]).toEqual(['one', 'two']);
  expect(await web.items(idOf(second))).toEqual([]);
});

test('[P63][E85] items that come back before their root has seen that they had left are still the same items', async () => {
  await open();
  await mkdir(other('box/deep'), { recursive: true });
  for (const path of ['one.txt', 'box/deep/two.txt']) await writeFile(other(path), path);
  await a.once();
  const ids = async (folder: WebItem | undefined) => new Set((await web.items(idOf(folder))).map(({ id }) => id));
  const before = await ids(second);
  const [, left] = a.store.roots();
  const pause = async (untilMs: number | null): Promise<void> => {
    if (left !== undefined) a.store.setPaused(left.id, untilMs);
    await a.restart();
  };
  await pause(0);
  for (const name of ['one.txt', 'box']) await rename(other(name), a.at(name));
  await a.once();
  await a.once();
  expect(await ids(first)).toEqual(before);
  for (const name of ['one.txt', 'box']) await rename(a.at(name), other(name));
  await pause(null);
  // The root that they left again has its turn before the one that they are in.
  expect(await a.once()).toMatchObject({ ...none, state: 'in_sync' });
  expect([await ids(first), await ids(second)]).toEqual([new Set(), before]);
  const texts = ['one.txt', 'box/deep/two.txt'].map((path) => readFile(other(path), 'utf8'));
  expect(await Promise.all(texts)).toEqual(['one.txt', 'box/deep/two.txt']);
});

/** The calls that the process lives for, and whether the last of them takes effect. */
type Life = { left: number; readonly isAfter: boolean };

function dying(remote: Remote, life: Life): Remote {
  const calls = ['move', 'upload', 'trash', 'createFolder', 'changes', 'item', 'list'] as const;
  const cut = Object.fromEntries(
    calls.map((name) => [
      name,
      async (...args: never[]) => {
        if (life.left <= 0) throw new Error('the process is dead');
        const isLast = --life.left <= 0;
        if (isLast && !life.isAfter) throw new Error('the process is dead');
        const answer = await (remote[name] as (...all: never[]) => Promise<unknown>)(...args);
        if (isLast) throw new Error('the process is dead');
        return answer;
      },
    ]),
  );
  return { ...remote, ...cut } as Remote;
}

test('[P63][P85][E85][E110] a file edited on the way is one version more of the same file, also if the process ends after the move', async () => {
  const life: Life = { left: Number.POSITIVE_INFINITY, isAfter: true };
  const dyingAtMove = (remote: Remote): Remote => ({
    ...remote,
    move: (...asked) => {
      life.left = 1;
      return remote.move(...asked);
    },
  });
  await open((parts) => ({ ...parts, remote: dyingAtMove(dying(parts.remote, life)) }));
  await a.write('one.txt', 'one');
  await a.once();
  const file = await web.find(idOf(first), 'one.txt');
  await rename(a.at('one.txt'), other('one.txt'));
  await writeFile(other('one.txt'), 'one, edited');
  await a.engine.syncOnce().catch(() => undefined);
  a.forgetErrors();
  life.left = Number.POSITIVE_INFINITY;
  await a.restart();
  expect(await a.once()).toMatchObject({ ...none, state: 'in_sync', uploaded: 1 });
  expect((await web.items(idOf(second))).map(({ id }) => id)).toEqual([file?.id]);
  expect((await web.read(idOf(file))).toString()).toBe('one, edited');
  expect(await readdir(other(''))).toEqual(['.tandem', 'one.txt']);
});

describe('[P63][E85][E110][E111] a crash at any request: afterwards the bytes are in the second root, once', () => {
  test.each([false, true])('the effect had come: %s', async (isAfter) => {
    const life: Life = { left: Number.POSITIVE_INFINITY, isAfter };
    await open((parts) => ({ ...parts, remote: dying(parts.remote, life) }));
    for (let point = 1; point <= 7; point++) {
      const name = `file ${point}.txt`;
      await a.write(name, name);
      await a.once();
      await rename(a.at(name), other(name));
      life.left = point;
      await a.engine.syncOnce().catch(() => undefined);
      a.forgetErrors();
      life.left = Number.POSITIVE_INFINITY;
      await a.restart();
      await eventually('at rest', async () => (await a.once()).state === 'in_sync');
      expect([point, await web.items(idOf(first))]).toEqual([point, []]);
      const there = (await web.items(idOf(second))).filter((item) => item.name === name);
      expect([point, there.length]).toEqual([point, 1]);
      expect((await web.read(there[0]?.id ?? '')).toString()).toBe(name);
    }
    expect((await readdir(other(''))).filter((name) => name.startsWith('file'))).toHaveLength(7);
  });
});
