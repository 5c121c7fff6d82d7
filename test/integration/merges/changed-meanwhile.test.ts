import { mkdir, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { EngineParts } from '../../../main/engine/root/engine-parts.ts';
import { type EngineDevice, openEngineDevice } from '../../support/engine/engine-device.ts';
import { type WebItem, type WebUser, webUser } from '../../support/people/web-user.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

/**
 * The item changes on the service between the last look of a command, or the plan of a pass, and its request: the request is refused, and the
 * change stays.
 */
let service: TestService;
let web: WebUser;
let a: EngineDevice;
/** Runs once, as soon as the command has read what it is about to change. */
let meanwhile: (() => Promise<unknown>) | null;
/** Runs once, right before a pass changes an item on the service. */
let beforeStep: (() => Promise<unknown>) | null;

/** Runs once, when the service has moved an item or created a folder; the engine waits for the answer until this is over. */
let unanswered: (() => Promise<unknown>) | null;

const answered = async <Value>(answer: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> => {
  const value = await answer;
  const act = unanswered;
  unanswered = null;
  await act?.();
  signal?.throwIfAborted();
  return value;
};
const interrupted = async <Value>(read: Promise<Value>): Promise<Value> => {
  const value = await read;
  const act = meanwhile;
  meanwhile = null;
  await act?.();
  return value;
};
const late = async <Value>(ask: () => Promise<Value>): Promise<Value> => {
  const act = beforeStep;
  beforeStep = null;
  await act?.();
  return ask();
};
const withRace = (parts: EngineParts): EngineParts => ({
  ...parts,
  remote: {
    ...parts.remote,
    item: (...asked) => interrupted(parts.remote.item(...asked)),
    promote: (...asked) => interrupted(parts.remote.promote(...asked)),
    move: (...asked) => late(() => answered(parts.remote.move(...asked), asked[1])),
    createFolder: (...asked) => answered(parts.remote.createFolder(...asked), asked[2]),
    trash: (...asked) => late(() => parts.remote.trash(...asked)),
  },
  transfers: {
    ...parts.transfers,
    upload: (request) => late(() => parts.transfers.upload(request)),
    download: (request) =>
      parts.transfers.download({ ...request, target: (staged) => late(async () => request.target(staged)) }),
  },
  fileSystem: {
    ...parts.fileSystem,
    traits: async (path) => ({
      ...(await parts.fileSystem.traits(path)),
      nameLimit: { length: 6, unit: 'utf8' },
    }),
  },
});
beforeEach(async () => {
  meanwhile = null;
  beforeStep = null;
  unanswered = null;
  service = await startTestService();
  web = webUser(service, service.person.token);
  a = await openEngineDevice({ name: 'a', addresses: service, token: service.person.token, change: withRace });
  await a.write('a.txt', 'of a');
  await a.once();
});
afterEach(async () => {
  await a.close();
  await service.stop();
});

const there = async (name: string): Promise<WebItem> => {
  const item = await web.find('0', name);
  if (item === undefined) throw new Error(`${name} is not on the service`);
  return item;
};
const undo = (kind: string) => {
  const [entry] = a.store.journal.query({ kinds: [kind], limit: 1 });
  return a.engine.acts.undo({ id: entry?.id ?? -1 });
};
const touch = (item: WebItem) => () => web.update(item, { description: 'changed meanwhile' });
const stale = { ok: false, error: { code: 'changed_since' } };

test('[P50] the undo of a move leaves an item where it is', async () => {
  await rename(a.at('a.txt'), a.at('b.txt'));
  await a.once();
  const item = await there('b.txt');
  meanwhile = touch(item);
  expect(await undo('move-remote')).toMatchObject(stale);
  expect((await there('b.txt')).id).toBe(item.id);
});

test('[P47] a file that changes during an undo says that it waits for its end', async () => {
  await a.write('b.txt', 'of b');
  await a.write('a.txt', 'edited');
  a.engine.start();
  await expect.poll(() => a.engine.status().state, { timeout: 20_000 }).toBe('in_sync');
  meanwhile = async () => {
    await a.write('b.txt', 'edited meanwhile');
    const sentence = async () => {
      const why = await a.engine.why({ path: a.at('b.txt') });
      return why.ok ? why.value.sentence : why.error;
    };
    await expect.poll(sentence, { timeout: 20_000 }).toEqual({ code: 'why_behind_act', args: { path: 'b.txt' } });
  };
  expect(await undo('upload-version')).toMatchObject({ ok: true });
  const contentThere = async () => (await web.read((await there('b.txt')).id)).toString();
  await expect.poll(contentThere, { timeout: 20_000 }).toBe('edited meanwhile');
});

test('[P50] the undo of a restore keeps an item', async () => {
  const item = await there('a.txt');
  await rm(a.at('a.txt'));
  await a.once();
  await undo('trash-remote');
  await a.once();
  meanwhile = touch(item);
  expect(await undo('restore-remote')).toMatchObject(stale);
  expect((await there('a.txt')).id).toBe(item.id);
});

test('[P50] the undo of a new version keeps an edit that was made there after its last look', async () => {
  const item = await there('a.txt');
  await a.write('a.txt', 'edited');
  await a.once();
  meanwhile = () => web.replace(item.id, 'a.txt', 'edited there');
  expect(await undo('upload-version')).toMatchObject(stale);
  expect((await web.read(item.id)).toString()).toBe('edited there');
});

test('[P50] the undo of a new version keeps the name that the item got, and an older one it does not bring back', async () => {
  const item = await there('a.txt');
  await web.update(item, { name: 'b.txt' });
  await a.once();
  await a.write('b.txt', 'edited');
  await a.once();
  meanwhile = async () => undefined;
  expect(await undo('upload-version')).toMatchObject({ ok: true });
  expect((await web.items('0')).map(({ name }) => name)).toEqual(['b.txt']);
  await a.once();

  await a.write('b.txt', 'edited again');
  await a.once();
  meanwhile = async () => {
    meanwhile = () => web.update(item, { name: 'c.txt' });
  };
  expect(await undo('upload-version')).toMatchObject({ ok: true });
  expect((await web.items('0')).map(({ name }) => name)).toEqual(['c.txt']);
});

test('[P47] a rename that ends a problem leaves an item as it is', async () => {
  const item = await web.upload('0', 'longer.txt', 'of the service');
  expect((await a.once()).blocked).toMatchObject([{ reason: 'name_too_long' }]);
  const shorter = () => a.engine.acts.rename({ path: a.at('longer.txt'), name: 'longer' });
  meanwhile = touch(item);
  expect(await shorter()).toMatchObject(stale);
  await web.update(item, { name: 'named' });
  expect(await shorter()).toMatchObject(stale);
  expect((await there('named')).id).toBe(item.id);
});

test('[P7] an edit here does not replace one that was just made there: both are kept', async () => {
  const item = await there('a.txt');
  await a.write('a.txt', 'edited here');
  beforeStep = () => web.replace(item.id, 'a.txt', 'edited there');
  expect(await a.once()).toMatchObject({ conflicts: 1 });
  expect((await web.read(item.id)).toString()).toBe('edited there');
  expect(await a.read('a.txt')).toBe('edited there');
});

test('[P2][E51] a new version does not replace a save that kept size and time while it came down: both are kept', async () => {
  await utimes(a.at('a.txt'), 1_600_000_000, 1_600_000_000);
  await a.once();
  const [item] = await web.items('0');
  await web.replace(item?.id ?? '', 'a.txt', 'of the service');
  beforeStep = async () => {
    await writeFile(a.at('a.txt'), 'OF A');
    await utimes(a.at('a.txt'), 1_600_000_000, 1_600_000_000);
  };
  expect(await a.once()).toMatchObject({ conflicts: 1 });
  const names = (await readdir(a.path)).filter((name) => name !== '.tandem');
  expect(new Set(await Promise.all(names.map((name) => a.read(name))))).toEqual(new Set(['OF A', 'of the service']));
});

test('[P12] a delete here does not take an edit that was just made there: it comes down', async () => {
  const item = await there('a.txt');
  await rm(a.at('a.txt'));
  beforeStep = () => web.replace(item.id, 'a.txt', 'edited there');
  await a.once();
  expect((await there('a.txt')).id).toBe(item.id);
  expect(await a.read('a.txt')).toBe('edited there');
});

test('[P19] a delete of a folder here does not take a file that just came into it', async () => {
  await a.write('box/b.txt', 'of b');
  await a.once();
  const box = await there('box');
  await rm(a.at('box'), { recursive: true });
  beforeStep = () => web.upload(box.id, 'n.txt', 'new');
  await a.once();
  expect((await web.items(box.id)).map(({ name }) => name)).toContain('n.txt');
  expect(await a.read('box/n.txt')).toBe('new');
});

/** The engine has seen both, and has planned all that it has seen here. */
const isPlanned = (here: string, there: string) => () =>
  a.store.roots().every(({ id }) => {
    const root = a.store.root(id);
    const isSeen = root.localByName(root.rootLocalId, here) !== undefined;
    return isSeen && root.remoteByKey(root.rootItemId, there).length > 0 && root.dirty(10).localIds.length === 0;
  });

test('[P6] a file is renamed again while the service gives it its first new name: it gets the second one', async () => {
  unanswered = async () => {
    await rename(a.at('b.txt'), a.at('c.txt'));
    await expect.poll(isPlanned('c.txt', 'b.txt'), { timeout: 20_000 }).toBe(true);
  };
  a.engine.start();
  await rename(a.at('a.txt'), a.at('b.txt'));
  const names = async () => (await web.items('0')).map(({ name }) => name);
  await expect.poll(names, { timeout: 20_000 }).toEqual(['c.txt']);
  await a.engine.stop();
  await a.restart();
  await a.once();
  expect([await names(), await a.read('c.txt')]).toEqual([['c.txt'], 'of a']);
});

test('[P6] a new folder is renamed here while the service creates it: it is one folder, with the last name', async () => {
  unanswered = async () => {
    await rename(a.at('b'), a.at('c'));
    await expect.poll(isPlanned('c', 'b'), { timeout: 20_000 }).toBe(true);
  };
  a.engine.start();
  await mkdir(a.at('b'));
  const names = async () => (await web.items('0')).map(({ name }) => name);
  await expect.poll(names, { timeout: 20_000 }).toContain('c');
  await a.engine.stop();
  await a.restart();
  await a.once();
  expect(await names()).toEqual(['c', 'a.txt']);
  expect((await readdir(a.at('.'))).filter((name) => !name.startsWith('.'))).toEqual(['a.txt', 'c']);
});

test('[P8] a rename here does not undo one that was just made there', async () => {
  const item = await there('a.txt');
  await rename(a.at('a.txt'), a.at('b.txt'));
  const sent: (string | null)[] = [];
  beforeStep = async () => sent.push((await web.update(item, { name: 'c.txt' })).name);
  expect(await a.once()).toMatchObject({ state: 'in_sync' });
  const names = (await web.items('0')).map(({ name }) => name);
  expect([sent, names, await a.read(names[0] ?? '')]).toEqual([['c.txt'], [expect.any(String)], 'of a']);
  expect(names).toEqual(['c.txt']);
});

test('[P8] a move here does not undo a move and rename that was just made there', async () => {
  const item = await there('a.txt');
  await mkdir(a.at('e'));
  await mkdir(a.at('f'));
  await a.once();
  const theirs = await there('e');
  await rename(a.at('a.txt'), a.at('f/a.txt'));
  beforeStep = () => web.update(item, { name: 'c.txt', parent: { id: theirs.id } });
  expect(await a.once()).toMatchObject({ state: 'in_sync' });
  expect((await web.items(theirs.id)).map(({ id, name }) => [id, name])).toEqual([[item.id, 'c.txt']]);
  expect([await a.read('e/c.txt'), await a.read('f/a.txt'), await a.read('a.txt')]).toEqual(['of a', null, null]);
});
