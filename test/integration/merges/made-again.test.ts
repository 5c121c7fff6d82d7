import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type EngineDevice, openEngineDevice } from '../../support/engine/engine-device.ts';
import { readTree } from '../../support/files/disk-tree.ts';
import { type WebUser, webUser } from '../../support/people/web-user.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

/** A file deleted on the service and made again there under its name, as another item. */
let service: TestService;
let web: WebUser;
let a: EngineDevice;
/** Done by a person right before a file is put in place. */
let meanwhile: (target: string) => Promise<void>;
beforeEach(async () => {
  meanwhile = async () => {};
  service = await startTestService();
  web = webUser(service, service.person.token);
  a = await openEngineDevice({
    name: 'a',
    addresses: service,
    token: service.person.token,
    change: (parts) => {
      const { install } = parts.fileSystem;
      // The transfers have this very object.
      Object.assign(parts.fileSystem, {
        install: async (...given: Parameters<typeof install>) => {
          await meanwhile(given[2]);
          return install(...given);
        },
      });
      return parts;
    },
  });
  await a.write('plan.txt', 'the first one');
  await a.once();
});
afterEach(async () => {
  await a.close();
  await service.stop();
});

async function makeAgain(content: string): Promise<void> {
  const first = await web.find('0', 'plan.txt');
  if (first === undefined) throw new Error('the file is not on the service');
  await web.trash(first);
  await web.call('DELETE', `/files/${first.id}/trash`);
  await web.upload('0', 'plan.txt', content);
}

const trashed = () => a.engine.acts.trashed({ limit: 5, offset: 0 }).items;

test('[P11] the file of the deleted item lies in the local trash before the new one takes its place, and comes back from there', async () => {
  await makeAgain('another one');
  expect(await a.once()).toMatchObject({ state: 'in_sync', conflicts: 0, downloaded: 1 });
  expect(await a.read('plan.txt')).toBe('another one');
  const [item, ...more] = trashed();
  expect([item?.path, item?.bytes, more]).toEqual(['plan.txt', 'the first one'.length, []]);
  expect(await a.engine.acts.restoreTrashed(item?.id ?? -1)).toMatchObject({ ok: true });
  expect(await a.read('plan (2).txt')).toBe('the first one');
  expect(await a.once()).toMatchObject({ state: 'in_sync', uploaded: 1 });
});

test('[P2] a new version of the same item leaves nothing in the local trash: the service keeps the one before', async () => {
  const file = await web.find('0', 'plan.txt');
  await web.replace(file?.id ?? '', 'plan.txt', 'the second version');
  await a.once();
  expect([trashed(), await readTree(a.trash).catch(() => 'none')]).toEqual([[], 'none']);
});

test('[P11] a save that comes before the new file leaves no copy behind', async () => {
  await makeAgain('another one');
  let isSaved = false;
  meanwhile = async (target) => {
    if (!isSaved) await writeFile(target, 'saved meanwhile');
    isSaved = true;
  };
  await a.once();
  const kept = [...(await readTree(a.trash).catch(() => new Map())).keys()];
  for (const name of kept) expect(await readFile(join(a.trash, name), 'utf8')).not.toBe('saved meanwhile');
  expect(kept.length).toBe(trashed().length);
  const contents = await Promise.all([...(await readTree(a.path)).keys()].map((path) => a.read(path)));
  expect(new Set(contents)).toEqual(new Set(['another one', 'saved meanwhile']));
});
