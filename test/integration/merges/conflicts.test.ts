import { rename, rm, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FileSystemError } from '../../../main/engine/ports/file-system.ts';
import { type EngineDevice, openEngineDevice } from '../../support/engine/engine-device.ts';
import { readTree } from '../../support/files/disk-tree.ts';
import { type WebUser, webUser } from '../../support/people/web-user.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

/** Conflicts as records, and the three ways to decide them: the real engine on real files, against the real service. */
let service: TestService;
let web: WebUser;
let a: EngineDevice;
/** Happens around the moment a file is put in place, and after a file that goes there was read. */
let around: Record<'before' | 'after' | 'read', (target: string) => Promise<void>>;
beforeEach(async () => {
  around = { before: async () => {}, after: async () => {}, read: async () => {} };
  service = await startTestService();
  web = webUser(service, service.person.token);
  a = await openEngineDevice({
    name: 'a',
    addresses: service,
    token: service.person.token,
    change: (parts) => {
      const { install, openRead } = parts.fileSystem;
      const between = async (...given: Parameters<typeof install>) => {
        await around.before(given[2]);
        const stat = await install(...given);
        await around.after(given[2]);
        return stat;
      };
      const read: typeof openRead = async (path) => {
        const reader = await openRead(path);
        return {
          ...reader,
          read: async (into, offset) => {
            try {
              return await reader.read(into, offset);
            } finally {
              await around.read(path);
            }
          },
        };
      };
      // The transfers have this very object.
      Object.assign(parts.fileSystem, { install: between, openRead: read });
      return parts;
    },
  });
});
afterEach(async () => {
  await a.close();
  await service.stop();
});

/** Both sides edited `plan.txt`; everything else is done. Returns the conflict and its id on the service. */
async function conflicted() {
  await a.write('plan.txt', 'base');
  await a.once();
  const file = await web.find('0', 'plan.txt');
  if (file === undefined) throw new Error('the file is not on the service');
  await web.replace(file.id, 'plan.txt', 'of the web');
  await a.write('plan.txt', 'of this computer');
  expect((await a.once()).conflicts).toBe(1);
  const { conflicts } = a.engine.acts.conflicts({ limit: 10, offset: 0 });
  const [conflict] = conflicts;
  if (conflict === undefined) throw new Error('there is no conflict');
  return { conflict, fileId: file.id };
}
const openCount = () => a.engine.acts.conflicts({ limit: 10, offset: 0 }).total;

test('[P45][E22] a conflict records both contents, their authors and their places, also after a restart', async () => {
  const { conflict, fileId } = await conflicted();
  await a.restart();
  await a.once();
  expect(a.engine.acts.conflicts({ limit: 10, offset: 0 })).toMatchObject({
    total: 1,
    conflicts: [{ id: conflict.id, theirs: { by: service.person.name, byId: service.person.id } }],
  });
  const { id, name } = service.person;
  expect(a.engine.status().attention).toMatchObject([{ code: 'conflict', conflict: conflict.id, by: { id, name } }]);
  expect(a.engine.status().roots[0]?.conflicts).toBe(1);
  const shown = await a.engine.acts.conflict(conflict.id);
  expect(shown).toMatchObject({
    ok: true,
    value: {
      path: 'plan.txt',
      reason: 'both_edited',
      rule: 'P7',
      mine: { by: 'a', byId: null, sizeBytes: 'of this computer'.length, path: conflict.copyPath, isCopy: true },
      theirs: {
        by: service.person.name,
        byId: service.person.id,
        itemId: fileId,
        sizeBytes: 'of the web'.length,
        path: 'plan.txt',
      },
      mineShown: { text: 'of this computer', preview: null },
      theirsShown: { text: 'of the web' },
      choices: ['mine', 'theirs', 'both'],
    },
  });
});

test('[P48] mine: the copy becomes a new version of the original everywhere, and undo brings both back', async () => {
  const { conflict, fileId } = await conflicted();
  const answer = await a.engine.acts.resolve({ target: conflict.id, keep: 'mine' });
  if (!answer.ok) throw new Error(JSON.stringify(answer.error));
  expect(openCount()).toBe(0);
  expect(await a.once()).toMatchObject({ state: 'in_sync', uploaded: 1, deleted_remote: 1 });
  expect((await web.items('0')).map(({ id, name }) => [id, name])).toEqual([[fileId, 'plan.txt']]);
  expect((await web.read(fileId)).toString()).toBe('of this computer');
  expect([...(await readTree(a.path)).keys()]).toEqual(['plan.txt']);

  expect(await a.engine.acts.undo({ batch: answer.value.batch })).toMatchObject({
    ok: true,
    value: { undone: 3, refused: [] },
  });
  expect(await a.once()).toMatchObject({ state: 'in_sync' });
  expect(await a.read('plan.txt')).toBe('of the web');
  expect(await a.read(conflict.copyPath)).toBe('of this computer');
  expect((await web.read(fileId)).toString()).toBe('of the web');
  expect(openCount()).toBe(1);
});

const save = (target: string) => writeFile(target, 'saved meanwhile');
const noSpace = async (target: string) => {
  throw new FileSystemError('no_space', target, 'The disk is full.');
};
const trashedFiles = async () => [...(await readTree(a.trash).catch(() => new Map())).keys()];
const listed = () => a.engine.acts.trashed({ limit: 9, offset: 0 }).items.map(({ path }) => path);

test.each([
  ['is saved at that moment', save, 'changed_since', 'saved meanwhile'],
  ['does not fit on the disk', noSpace, 'disk_error', 'of the web'],
] as const)(
  '[P47][P48] a decision for mine, or its undo, leaves nothing in the trash if the file %s',
  async (...row) => {
    const [, before, code, content] = row;
    const { conflict } = await conflicted();
    around.before = before;
    const decide = () => a.engine.acts.resolve({ target: conflict.id, keep: 'mine' });
    expect(await decide()).toMatchObject({ ok: false, error: { code } });
    expect([await a.read('plan.txt'), await trashedFiles(), listed()]).toEqual([content, [], []]);
    around.before = async () => {};
    await a.write('plan.txt', 'of the web');
    await a.once();
    expect(await decide()).toMatchObject({ ok: true });
    const [replaced] = a.store.journal.query({ kinds: ['replace-local'], limit: 1 });
    const kept = await trashedFiles();
    around.before = before;
    expect(await a.engine.acts.undo({ id: replaced?.id ?? -1 })).toMatchObject({ ok: false, error: { code } });
    expect(await trashedFiles()).toEqual(kept);
  },
);

test('[P48] a decision for mine that fails once the file was replaced has its former content in the list of the trash', async () => {
  const { conflict } = await conflicted();
  around.after = noSpace;
  const answer = await a.engine.acts.resolve({ target: conflict.id, keep: 'mine' });
  expect(answer).toMatchObject({ ok: false, error: { code: 'disk_error' } });
  expect([await a.read('plan.txt'), listed()]).toEqual(['of this computer', ['plan.txt']]);
  around.after = async () => {};
  const [trashed] = a.engine.acts.trashed({ limit: 1, offset: 0 }).items;
  expect(await a.engine.acts.restoreTrashed(trashed?.id ?? -1)).toMatchObject({ value: { path: 'plan (2).txt' } });
  expect(await a.read('plan (2).txt')).toBe('of the web');
});

test.each([
  ['saved', (path: string, text: string) => writeFile(path, text)],
  ['replaced', (path: string, text: string) => writeFile(`${path}.new`, text).then(() => rename(`${path}.new`, path))],
])('[P47][P48] a decision for mine replaces nothing if the copy is %s while it is read', async (_, saveAs) => {
  const { conflict } = await conflicted();
  around.read = async (path) => {
    if (path !== a.at(conflict.copyPath)) return;
    around.read = async () => {};
    await saveAs(path, 'of that computer');
  };
  const answer = await a.engine.acts.resolve({ target: conflict.id, keep: 'mine' });
  expect(answer).toMatchObject({ ok: false, error: { code: 'changed_since' } });
  expect([await a.read('plan.txt'), await a.read(conflict.copyPath)]).toEqual(['of the web', 'of that computer']);
  expect([await trashedFiles(), listed(), openCount()]).toEqual([[], [], 1]);
});

test('[P48] the list of the trash has the former content before it is replaced', async () => {
  const { conflict } = await conflicted();
  const seen: (readonly string[])[] = [];
  around.before = async () => void seen.push(listed());
  expect(await a.engine.acts.resolve({ target: conflict.id, keep: 'mine' })).toMatchObject({ ok: true });
  const [replaced] = a.store.journal.query({ kinds: ['replace-local'], limit: 1 });
  expect(await a.engine.acts.undo({ id: replaced?.id ?? -1 })).toMatchObject({ ok: true });
  expect(seen).toEqual([['plan.txt'], ['plan.txt', conflict.copyPath, 'plan.txt']]);
});

test('[P50] an edit made since a decision for mine keeps its content: the undo of that is refused', async () => {
  const { conflict } = await conflicted();
  const answer = await a.engine.acts.resolve({ target: conflict.id, keep: 'mine' });
  if (!answer.ok) throw new Error(answer.error.code);
  await a.once();
  const [replaced] = a.store.journal.query({ kinds: ['replace-local'], limit: 1 });
  const undo = () => a.engine.acts.undo({ id: replaced?.id ?? -1 });
  await a.write('plan.txt', 'edited on');
  expect(await undo()).toMatchObject({ ok: false, error: { code: 'changed_since' } });
  await a.once();
  expect(await undo()).toMatchObject({ ok: false, error: { code: 'changed_since' } });
  expect(await a.read('plan.txt')).toBe('edited on');
  // As the decision left it, it can be taken back.
  await a.write('plan.txt', 'of this computer');
  await a.once();
  expect(await undo()).toMatchObject({ ok: true, value: { undone: 1 } });
  expect(await a.read('plan.txt')).toBe('of the web');
});

test('[P48] theirs: the copy goes to the local trash and from the service; undo brings it back under its old id', async () => {
  const { conflict } = await conflicted();
  await a.once();
  const copyThere = await web.find('0', conflict.copyPath);
  const answer = await a.engine.acts.resolve({ target: a.at(conflict.copyPath), keep: 'theirs' });
  if (!answer.ok) throw new Error(JSON.stringify(answer.error));
  expect(await a.once()).toMatchObject({ state: 'in_sync', deleted_remote: 1 });
  expect((await web.items('0')).map(({ name }) => name)).toEqual(['plan.txt']);
  expect(a.engine.acts.trashed({ limit: 5, offset: 0 })).toMatchObject({
    total: 1,
    items: [{ path: conflict.copyPath }],
  });

  const back = await a.engine.acts.undo({ batch: answer.value.batch });
  expect(back).toMatchObject({ ok: true, value: { undone: 2 } });
  expect(await a.once()).toMatchObject({ state: 'in_sync', uploaded: 0 });
  expect((await web.find('0', conflict.copyPath))?.id).toBe(copyThere?.id);
  expect(openCount()).toBe(1);

  // Undone in turn, the decision counts again.
  if (!back.ok || back.value.batch === null) throw new Error('no batch');
  expect(await a.engine.acts.undo({ batch: back.value.batch })).toMatchObject({ ok: true, value: { undone: 2 } });
  expect(await a.once()).toMatchObject({ state: 'in_sync', deleted_remote: 1 });
  expect(openCount()).toBe(0);
});

test('[P48] both: the record is closed, both stay, and it can be opened again; an original is named as well as its copy', async () => {
  const { conflict } = await conflicted();
  expect(await a.engine.acts.resolve({ target: a.at('plan.txt'), keep: 'both' })).toMatchObject({ ok: true });
  expect([openCount(), (await readTree(a.path)).size]).toEqual([0, 2]);
  expect(await a.engine.acts.resolve({ target: conflict.id, keep: 'mine' })).toMatchObject({
    ok: false,
    error: { code: 'already_done' },
  });
  const [entry] = a.store.journal.query({ kinds: ['resolve'], limit: 1 });
  expect(await a.engine.acts.undo({ id: entry?.id ?? -1 })).toMatchObject({ ok: true, value: { undone: 1 } });
  expect(openCount()).toBe(1);
});

test('[P45][E23] a copy that the person renames or deletes ends its conflict; back under its name it is open again', async () => {
  const { conflict } = await conflicted();
  await rename(a.at(conflict.copyPath), a.at('renamed.txt'));
  await a.once();
  expect(openCount()).toBe(0);
  await rename(a.at('renamed.txt'), a.at(conflict.copyPath));
  await a.once();
  expect(openCount()).toBe(1);
  await rm(a.at(conflict.copyPath));
  await a.once();
  expect(openCount()).toBe(0);
});

test('[P47][P48] a change since the conflict was shown or observed stops a decision, and nothing is touched', async () => {
  const { conflict } = await conflicted();
  const seen = { mine: conflict.theirs.sha1, theirs: conflict.theirs.sha1 };
  expect(await a.engine.acts.resolve({ target: conflict.id, keep: 'theirs', seen })).toMatchObject({
    ok: false,
    error: { code: 'changed_since' },
  });
  await a.write(conflict.copyPath, 'edited further');
  for (const keep of ['mine', 'theirs'] as const) {
    expect(await a.engine.acts.resolve({ target: conflict.id, keep })).toMatchObject({
      ok: false,
      error: { code: 'changed_since' },
    });
  }
  expect(await a.read(conflict.copyPath)).toBe('edited further');
  expect(await a.read('plan.txt')).toBe('of the web');
  expect(openCount()).toBe(1);
});

test('[P48] either version that changed since it was shown stops a decision; shown again, it can be decided', async () => {
  const { conflict, fileId } = await conflicted();
  const decide = (keep: 'mine' | 'theirs', shown: typeof conflict) => {
    const seen = { mine: shown.mine.sha1, theirs: shown.theirs.sha1 };
    return a.engine.acts.resolve({ target: conflict.id, keep, seen });
  };
  const shownNow = async () => {
    const shown = await a.engine.acts.conflict(conflict.id);
    if (!shown.ok) throw new Error(shown.error.code);
    return shown.value;
  };
  const stale = { ok: false, error: { code: 'changed_since' } };
  const first = await shownNow();
  await a.write(conflict.copyPath, 'edited further here');
  await a.once();
  for (const keep of ['mine', 'theirs'] as const) expect(await decide(keep, first)).toMatchObject(stale);
  const shown = await shownNow();
  await web.replace(fileId, 'plan.txt', 'edited further there');
  await a.once();
  for (const keep of ['mine', 'theirs'] as const) expect(await decide(keep, shown)).toMatchObject(stale);
  expect(await decide('mine', await shownNow())).toMatchObject({ ok: true });
  await a.once();
  expect((await web.read(fileId)).toString()).toBe('edited further here');
});

test.each(['there, as it was shown', 'there', 'here'])(
  '[P48] theirs: refused if their version was deleted %s',
  async (where) => {
    const { conflict, fileId } = await conflicted();
    const seen = { mine: conflict.mine.sha1, theirs: conflict.theirs.sha1 };
    if (where === 'here') await rm(a.at('plan.txt'));
    else for (const item of await web.items('0')) if (item.id === fileId) await web.trash(item);
    if (where !== 'here') await a.once();
    expect(await a.read('plan.txt')).toBeNull();
    const order = { target: conflict.id, keep: 'theirs' as const };
    expect(await a.engine.acts.resolve(where.includes('shown') ? { ...order, seen } : order)).toMatchObject({
      ok: false,
      error: { code: 'changed_since' },
    });
    expect(await a.read(conflict.copyPath)).toBe('of this computer');
    expect(await a.once()).toMatchObject({ state: 'in_sync', deleted_local: 0 });
    expect((await web.items('0')).map(({ name }) => name)).toEqual([conflict.copyPath]);
  },
);

test('[P16][P18] new on both sides: a record as well; a file and a folder cannot become versions of each other', async () => {
  await web.upload('0', 'note.txt', 'of the web');
  await web.createFolder('0', 'thing');
  await a.write('note.txt', 'of this computer');
  await a.write('thing', 'a file');
  expect((await a.once()).conflicts).toBe(2);
  const { conflicts } = a.engine.acts.conflicts({ limit: 10, offset: 0 });
  expect(conflicts.map(({ path, reason, choices }) => [path, reason, choices.length])).toEqual([
    ['note.txt', 'both_created', 3],
    ['thing', 'kinds_differ', 2],
  ]);
  const target = conflicts[1]?.id ?? -1;
  expect(await a.engine.acts.resolve({ target, keep: 'mine' })).toMatchObject({
    ok: false,
    error: { code: 'not_possible' },
  });
  expect(await a.engine.acts.resolve({ target, keep: 'theirs' })).toMatchObject({ ok: true });
  expect(await a.once()).toMatchObject({ state: 'in_sync' });
  expect((await web.items('0')).map(({ name }) => name).includes('thing')).toBe(true);
});
