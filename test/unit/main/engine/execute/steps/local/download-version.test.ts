import { afterEach, beforeEach, expect, test } from 'vitest';
import { executeStep } from '../../../../../../../main/engine/execute/execute-step.ts';
import type { Execution } from '../../../../../../../main/engine/execute/execution.ts';
import type { DownloadOutcome, Transfers } from '../../../../../../../main/engine/execute/transfer/transfer.ts';
import { etag, itemId, sha1, stepKey } from '../../../../../../../main/engine/model/ids.ts';
import type { Step } from '../../../../../../../main/engine/model/plan/step.ts';
import { FileSystemError } from '../../../../../../../main/engine/ports/file-system.ts';
import { type LocalRoot, openLocalRoot } from '../../../../../../support/engine/local-root.ts';

let root: LocalRoot;
/** Copies in the local trash. */
let copies: Set<string>;
beforeEach(async () => {
  root = await openLocalRoot();
  copies = new Set();
  await root.write('a', 'of the deleted item');
  await root.observer.scanAll();
  root.syncAll();
});
afterEach(() => root.dispose());

/** The item was deleted there and made again, with other content. `install`: what the system answers when the file is replaced. */
async function replace(install: () => Promise<DownloadOutcome>) {
  const { store } = root;
  const top = store.remote(store.rootItemId);
  if (top === undefined) throw new Error('the root is not on the service');
  const content = { sha1: sha1('f'.repeat(40)), sizeBytes: 7 };
  const made = {
    ...top,
    id: itemId('77'),
    parentId: top.id,
    name: 'a',
    kind: 'file',
    content,
    etag: etag('1'),
  } as const;
  store.putRemote(made, store.tick());
  const { id, fingerprint } = root.row('a');
  const step: Step = {
    kind: 'download-version',
    localId: id,
    itemId: made.id,
    content,
    etag: made.etag,
    expect: fingerprint,
    key: stepKey('d'),
    rule: 'P11',
    after: [],
  };
  const transfers: Pick<Transfers, 'download'> = {
    download: async ({ target }) => {
      await target({ identity: fingerprint.identity, stagingName: 'staged' });
      return install();
    },
  };
  const execution = {
    trees: store,
    rootPath: root.path,
    rootKey: '1',
    fileSystem: root.fileSystem,
    reuse: { there: () => [], here: () => null, inTrash: () => null },
    placing: () => {},
    keepCopy: async (path: string) => {
      copies.add(path);
      return { place: path, drop: async () => void copies.delete(path) };
    },
    transfers: transfers as Transfers,
  } satisfies Partial<Execution>;
  // The step asks nothing else; using it would fail the test.
  return executeStep(execution as unknown as Execution, step, new AbortController().signal);
}

const fails = (code: 'busy' | 'io') => new FileSystemError(code, root.at('a'), 'The system refuses.');

test('[P11] a file that cannot be replaced, because it is in use, leaves no copy in the local trash', async () => {
  const inUse = () => Promise.reject(fails('busy'));
  expect(await replace(inUse)).toMatchObject({ outcome: 'failed', problem: { code: 'file_in_use' } });
  expect([...copies]).toEqual([]);
});

test('[P11] a file that was replaced before the disk failed keeps its copy', async () => {
  const replacedAndFailed = async () => {
    await root.write('a', 'of the new item');
    throw fails('io');
  };
  expect((await replace(replacedAndFailed)).outcome).toBe('failed');
  expect([...copies]).toEqual([root.at('a')]);
});

test('[E113] a full disk is named with what the download needs and what is free', async () => {
  const full = async () => ({ ok: false, reason: 'disk_full', space: { neededBytes: 4_200, freeBytes: 310 } }) as const;
  const args = { subject: 'a', neededBytes: 4_200, freeBytes: 310, folder: root.path };
  expect(await replace(full)).toMatchObject({
    problem: { code: 'disk_full', reach: 'waiting', says: { code: 'disk_space_short', args } },
  });
});

test('[E113] a quota that refuses a download on a disk with enough space is not explained by the space', async () => {
  const refused = async () => ({ ok: false, reason: 'disk_full', space: null }) as const;
  expect(await replace(refused)).toMatchObject({ problem: { says: { code: 'disk_full', args: { subject: 'a' } } } });
});
