import { lstat, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type EngineDevice, openEngineDevice } from '../../support/engine/engine-device.ts';
import { type WebUser, webUser } from '../../support/people/web-user.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

/** A dry run works on a copy: store and disk are the same to the byte before and after, also when it ends with an error. */
let service: TestService;
let web: WebUser;
let a: EngineDevice;
/** Whether requests to the service fail in an unexpected way. */
let isBroken: boolean;
beforeEach(async () => {
  isBroken = false;
  service = await startTestService();
  web = webUser(service, service.person.token);
  const top = await web.createFolder('0', 'top');
  a = await openEngineDevice({
    name: 'a',
    addresses: service,
    token: service.person.token,
    remoteId: top.id,
    change: (parts) => {
      const list: typeof parts.remote.list = async (...given) => {
        if (isBroken) throw new TypeError('a bug');
        return parts.remote.list(...given);
      };
      return { ...parts, remote: { ...parts.remote, list } };
    },
  });
  for (const path of ['one.txt', 'two.txt', 'box/three.txt', 'box/four.txt']) await a.write(path, `content of ${path}`);
  await a.once();
});
afterEach(async () => {
  await a.close();
  await service.stop();
});

/** Every row of every table, and every path with its times. */
async function everything(folder = a.path) {
  const db = new Database(join(dirname(a.path), 'state', 'state.db'), { readonly: true });
  const tables = db.prepare<[], { name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name");
  const rows = tables.all().map(({ name }) => [name, db.prepare(`SELECT * FROM "${name}"`).all()]);
  db.close();
  const state = (await readdir(join(dirname(a.path), 'state'))).filter((name) => !/-(wal|shm)$/.test(name));
  return { rows, state: state.toSorted(), disk: await timesOf(folder) };
}

async function timesOf(path: string): Promise<readonly string[]> {
  const { mtimeNs, ctimeNs, ino, size } = await lstat(path, { bigint: true });
  const own = `${path} ${ino} ${size} ${mtimeNs} ${ctimeNs}`;
  const below = await readdir(path, { withFileTypes: true });
  const deeper = await Promise.all(
    below.map((entry) => (entry.isDirectory() ? timesOf(join(path, entry.name)) : Promise.resolve([entry.name]))),
  );
  const files = below.filter((entry) => entry.isFile());
  const times = await Promise.all(
    files.map(async ({ name }) => {
      const stat = await lstat(join(path, name), { bigint: true });
      return `${name} ${stat.ino} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs}`;
    }),
  );
  return [own, ...times.toSorted(), ...deeper.flat().toSorted()];
}

/** Changes of each kind on both sides. */
async function changeBoth(): Promise<void> {
  const top = (await web.find('0', 'top'))?.id ?? '';
  const box = (await web.find(top, 'box'))?.id ?? '';
  for (const [folder, name] of [
    [top, 'one.txt'],
    [box, 'four.txt'],
  ] as const) {
    const item = await web.find(folder, name);
    if (item !== undefined) await web.trash(item);
  }
  await web.upload(top, 'new there.txt', 'new there');
  await rename(a.at('two.txt'), a.at('box/moved.txt'));
  await rm(a.at('box/three.txt'));
  await a.write('new here/file.txt', 'new here');
}

test('[P52] the plan of a linked folder with changes of each kind leaves store and disk as they were', async () => {
  await changeBoth();
  const before = await everything();
  const planned = await a.engine.plan({ limit: 100 });
  if (!planned.ok) throw new Error(planned.error.code);
  const kinds = planned.value.steps.map(({ kind }) => kind);
  for (const kind of ['trash-local', 'trash-remote', 'move-remote', 'download', 'upload', 'create-remote-folder'])
    expect(kinds).toContain(kind);
  expect(await everything()).toEqual(before);
  expect(await a.once()).toMatchObject({ state: 'in_sync', deleted_local: 2, deleted_remote: 1, moved: 1 });
});

async function newPair() {
  const localPath = join(dirname(a.path), 'other');
  await mkdir(join(localPath, 'sub'), { recursive: true });
  await a.write('../other/sub/here.txt', 'here');
  const folder = await web.createFolder('0', 'other');
  await web.upload(folder.id, 'there.txt', 'there');
  return { localPath, remoteId: folder.id };
}

test('[P52] the plan of two folders that are not linked links nothing, and leaves no marker', async () => {
  const pair = await newPair();
  const before = await everything(pair.localPath);
  const planned = await a.engine.plan({ pair, limit: 100 });
  if (!planned.ok) throw new Error(planned.error.code);
  const told = planned.value.steps.map(({ kind, path }) => `${kind} ${path}`);
  expect(told.toSorted()).toEqual(['create-remote-folder sub', 'download there.txt', 'upload sub/here.txt']);
  expect(await everything(pair.localPath)).toEqual(before);
  expect(a.engine.status().roots.map(({ localPath }) => localPath)).toEqual([a.path]);
});

test('[P52] a dry run that breaks leaves nothing behind either', async () => {
  const pair = await newPair();
  const before = await everything(pair.localPath);
  isBroken = true;
  await expect(a.engine.plan({ pair, limit: 100 })).rejects.toThrow('a bug');
  expect(await everything(pair.localPath)).toEqual(before);
});

test('[P52] two folders that cannot be linked are refused as by a link', async () => {
  const { localPath } = await newPair();
  const nested = await a.engine.plan({ pair: { localPath: a.at('box'), remoteId: '0' }, limit: 100 });
  expect(nested).toMatchObject({ ok: false, error: { code: 'root_nested' } });
  const missing = await a.engine.plan({ pair: { localPath, remoteId: '99999999' }, limit: 100 });
  expect(missing).toMatchObject({ ok: false, error: { code: 'remote_not_found' } });
});

test('[P52] dry runs at the same time do not disturb each other', async () => {
  await changeBoth();
  const before = await everything();
  const [first, ...others] = await Promise.all([1, 2, 3].map(() => a.engine.plan({ limit: 100 })));
  if (!first?.ok) throw new Error('there is no plan');
  expect(first.value.total).toBeGreaterThan(5);
  for (const other of others) expect(other).toEqual(first);
  expect(await everything()).toEqual(before);
});
