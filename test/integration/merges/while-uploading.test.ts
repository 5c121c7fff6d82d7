import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { UploadOutcome } from '../../../main/engine/execute/transfer/transfer.ts';
import { itemId } from '../../../main/engine/model/ids.ts';
import { type EngineDevice, openEngineDevice } from '../../support/engine/engine-device.ts';
import { type WebUser, webUser } from '../../support/people/web-user.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

/** Changes by others to a folder while one of its files is being uploaded. */
let service: TestService;
let web: WebUser;
let device: EngineDevice;
/** Runs once, when the engine has asked for an upload and before the service is asked. */
let meanwhile: (() => Promise<unknown>) | null;
/** Until this resolves, the service reports no events. */
let untold: Promise<unknown> | null;
/** The service reports no events, and answers that there is nothing new. */
let isSilent: boolean;
/** Runs once, when the service has the file; the answer of the service gets lost, and the engine waits for it until this is over. */
let unanswered: ((signal: AbortSignal | undefined) => Promise<unknown>) | null;
/** Gives once, when the service has the file, what the engine gets in place of the service's answer. */
let instead: (() => Promise<UploadOutcome>) | null;
/** Runs once, when the service has made a folder, and before the engine gets the answer. */
let folderMade: (() => Promise<unknown>) | null;

beforeEach(async () => {
  meanwhile = null;
  untold = null;
  isSilent = false;
  unanswered = null;
  instead = null;
  folderMade = null;
  service = await startTestService();
  web = webUser(service, service.person.token);
  device = await openEngineDevice({
    name: 'laptop',
    addresses: service,
    token: service.person.token,
    change: (parts) => ({
      ...parts,
      remote: {
        ...parts.remote,
        changes: async (...args) => {
          await untold;
          if (isSilent) return { ok: true, changes: [], position: args[0], isEnd: true, invitations: false };
          return parts.remote.changes(...args);
        },
        createFolder: async (...args) => {
          const answer = await parts.remote.createFolder(...args);
          const later = folderMade;
          folderMade = null;
          await later?.();
          return answer;
        },
        copyFile: async (source, to, signal) => {
          const answer = await parts.remote.copyFile(source, to, signal);
          await loseAnswer(signal);
          return answer;
        },
      },
      transfers: {
        ...parts.transfers,
        upload: async (request) => {
          const now = meanwhile;
          meanwhile = null;
          await now?.();
          const outcome = await parts.transfers.upload(request);
          await loseAnswer(request.signal);
          const other = instead;
          instead = null;
          return (await other?.()) ?? outcome;
        },
      },
    }),
  });
});
afterEach(async () => {
  await device.close();
  await service.stop();
});

const loseAnswer = async (signal: AbortSignal | undefined): Promise<void> => {
  const later = unanswered;
  unanswered = null;
  await later?.(signal);
  signal?.throwIfAborted();
};

const folder = async (name: string) => {
  const found = await web.find('0', name);
  if (found === undefined) throw new Error(`there is no ${name}`);
  return found;
};
const namesIn = async (id: string): Promise<readonly string[]> => (await web.items(id)).map(({ name }) => name);

test('[E6] its folder is trashed there: the new file wins, the folder survives with the new file alone', async () => {
  await device.write('d/old', 'old');
  await device.once();
  const before = await folder('d');
  meanwhile = () => web.trash(before);
  await device.write('d/new', 'new');
  await device.once();
  await device.once();
  expect(await namesIn((await folder('d')).id)).toEqual(['new']);
  expect(await device.read('d/new')).toBe('new');
  expect(await device.read('d/old')).toBeNull();
});

test('[E7] its folder is moved there: it arrives in the moved folder, and the folder moves here', async () => {
  await mkdir(device.at('to'));
  await device.write('d/old', 'old');
  await device.once();
  const [before, to] = [await folder('d'), await folder('to')];
  meanwhile = () => web.update(before, { name: 'moved', parent: { id: to.id } });
  await device.write('d/new', 'new');
  await device.once();
  await device.once();
  expect(await namesIn(before.id)).toEqual(['new', 'old']);
  expect(await device.read('to/moved/new')).toBe('new');
  expect(await device.read('d/new')).toBeNull();
});

test('[E4] its folder is renamed here: it arrives in the folder, once, under its new name', async () => {
  await device.write('d/old', 'old');
  await device.once();
  const before = await folder('d');
  meanwhile = () => rename(device.at('d'), device.at('renamed'));
  await device.write('d/new', 'new');
  await device.once();
  await device.once();
  expect(await namesIn('0')).toEqual(['renamed']);
  expect((await folder('renamed')).id).toBe(before.id);
  expect(await namesIn(before.id)).toEqual(['new', 'old']);
});

test('[E65] it is deleted here: nothing of it stays on the service', async () => {
  await device.write('d/old', 'old');
  await device.once();
  meanwhile = () => rm(device.at('d/new'));
  await device.write('d/new', 'new');
  await device.once();
  await device.once();
  expect(await namesIn((await folder('d')).id)).toEqual(['old']);
});

test('[P85] it is renamed there before its answer arrives: it is renamed here as well, and not downloaded', async () => {
  const downloads = () => device.store.journal.query({ limit: 20 }).filter((entry) => entry.kind === 'download');
  const { promise, resolve } = Promise.withResolvers<void>();
  meanwhile = async () => {
    untold = promise;
  };
  unanswered = async (signal) => {
    await web.update(await folder('a'), { name: 'b' });
    resolve();
    await expect.poll(() => signal?.aborted === true || downloads().length > 0, { timeout: 20_000 }).toBe(true);
  };
  device.engine.start();
  await device.write('a', 'new');
  await expect.poll(() => device.read('b'), { timeout: 20_000 }).toBe('new');
  await device.engine.stop();
  await device.restart();
  await device.once();
  expect(await namesIn('0')).toEqual(['b']);
  expect(await device.read('a')).toBeNull();
  expect(downloads()).toEqual([]);
});

test('[P85] it is renamed here before its answer has come: it is renamed there as well, and sent once', async () => {
  const kinds = () => device.store.journal.query({ limit: 20 }).map(({ kind }) => kind);
  const isSeen = () =>
    device.store.roots().some(({ id }) => {
      const root = device.store.root(id);
      return root.localByName(root.rootLocalId, 'b') !== undefined;
    });
  meanwhile = async () => {
    isSilent = true;
  };
  unanswered = async () => {
    await rename(device.at('a'), device.at('b'));
    await expect.poll(isSeen, { timeout: 20_000 }).toBe(true);
    await expect.poll(() => device.engine.status().roots[0]?.state).toBe('syncing');
  };
  device.engine.start();
  await device.write('a', 'new');
  await expect.poll(() => namesIn('0'), { timeout: 20_000 }).toEqual(['b']);
  // A stop between the rename and its answer would leave it to the next start, which writes no line for it.
  await expect.poll(kinds, { timeout: 20_000 }).toContain('move-remote');
  isSilent = false;
  await device.engine.stop();
  await device.restart();
  await device.once();
  expect(await namesIn('0')).toEqual(['b']);
  expect(kinds().toSorted()).toEqual(['move-remote', 'upload']);
});

test('[P85] [P11] it replaces a file created again there, and is edited before its answer arrives: no copy is kept', async () => {
  await device.write('a', 'first');
  await device.once();
  await web.trash(await folder('a'));
  await web.upload('0', 'a', 'first');
  await device.write('a', 'second');
  unanswered = async (signal) => {
    await device.write('a', 'the third');
    await expect.poll(() => signal?.aborted, { timeout: 20_000 }).toBe(true);
  };
  device.engine.start();
  const content = async () => (await web.read((await folder('a')).id)).toString();
  await expect.poll(content, { timeout: 20_000 }).toBe('the third');
  await device.engine.stop();
  await device.restart();
  await device.once();
  expect(await namesIn('0')).toEqual(['a']);
  expect(await device.read('a')).toBe('the third');
});

test('[P85] [P78] it is copied there from a file of the same content, and edited before the answer has come: no copy is kept', async () => {
  const content = 'x'.repeat(200_000);
  await device.write('template', content);
  await device.once();
  unanswered = async (signal) => {
    await device.write('report', 'edited');
    await expect.poll(() => signal?.aborted, { timeout: 20_000 }).toBe(true);
  };
  device.engine.start();
  await device.write('report', content);
  const start = async () => (await web.read((await folder('report')).id)).toString().slice(0, 10);
  await expect.poll(start, { timeout: 20_000 }).toBe('edited');
  await device.engine.stop();
  await device.restart();
  await device.once();
  expect(await namesIn('0')).toEqual(['report', 'template']);
  expect(await device.read('report')).toBe('edited');
});

for (const sends of ['a new file', 'a new version'] as const) {
  test(`[P85] ${sends} swaps names there before its lost answer is looked up: the names swap here too`, async () => {
    await device.write('b', 'other');
    if (sends === 'a new version') await device.write('a', 'first');
    await device.once();
    instead = async () => {
      const [a, b] = [await folder('a'), await folder('b')];
      await web.update(b, { name: 'between' });
      await web.update(a, { name: 'b' });
      await web.update(b, { name: 'a' });
      return sends === 'a new file'
        ? { ok: false, reason: 'taken', existing: itemId(a.id), existingKind: 'file' }
        : { ok: false, reason: 'changed' };
    };
    await device.write('a', 'new');
    await device.once();
    await device.once();
    expect(await device.read('b')).toBe('new');
    expect(await device.read('a')).toBe('other');
    expect(await namesIn('0')).toEqual(['a', 'b']);
    expect((await readdir(device.at('.'))).filter((name) => !name.startsWith('.'))).toEqual(['a', 'b']);
  });
}

test('[P85] its folder is trashed there before its answer has come: it goes with it, and neither comes back', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await device.write('d/old', 'old');
  await device.once();
  const { id } = await folder('d');
  meanwhile = async () => {
    untold = promise;
  };
  unanswered = async (signal) => {
    expect(await namesIn(id)).toEqual(['new', 'old']);
    await web.trash(await folder('d'));
    resolve();
    await expect.poll(() => signal?.aborted, { timeout: 20_000 }).toBe(true);
  };
  device.engine.start();
  await device.write('d/new', 'new');
  await expect.poll(() => device.read('d/new'), { timeout: 20_000 }).toBeNull();
  await device.engine.stop();
  await device.restart();
  await device.once();
  expect(await namesIn('0')).toEqual([]);
  expect(await device.read('d/old')).toBeNull();
  expect(device.store.journal.query({ limit: 20 }).filter(({ kind }) => kind === 'create-remote-folder')).toHaveLength(
    1,
  );
});

test('[P85] a folder is renamed there before its answer has come: it is renamed here too, and is one folder', async () => {
  /** What the service tells after this has been told before. */
  const told = async (name: string): Promise<void> => {
    await web.upload('0', name, 'told');
    await expect.poll(() => device.read(name), { timeout: 20_000 }).toBe('told');
  };
  folderMade = async () => {
    await told('first');
    await web.update(await folder('c'), { name: 'renamed' });
    await told('second');
  };
  await device.write('c/mine', 'mine');
  device.engine.start();
  await expect.poll(() => device.read('renamed/mine'), { timeout: 20_000 }).toBe('mine');
  await device.engine.stop();
  await device.restart();
  await device.once();
  expect(await namesIn('0')).toEqual(['renamed', 'first', 'second']);
  expect(await namesIn((await folder('renamed')).id)).toEqual(['mine']);
  expect(await device.read('c/mine')).toBeNull();
});
