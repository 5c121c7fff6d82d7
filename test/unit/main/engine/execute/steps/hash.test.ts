import { createHash } from 'node:crypto';
import { rename } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createWorkerHashPool } from '../../../../../../main/engine/adapters/worker-hash-pool.ts';
import { executeStep } from '../../../../../../main/engine/execute/execute-step.ts';
import type { Execution } from '../../../../../../main/engine/execute/execution.ts';
import type { RemoteEntry } from '../../../../../../main/engine/model/entry.ts';
import { etag, itemId, sequenceId, sha1, stepKey, versionId } from '../../../../../../main/engine/model/ids.ts';
import type { Step } from '../../../../../../main/engine/model/plan/step.ts';
import { type LocalRoot, openLocalRoot } from '../../../../../support/engine/local-root.ts';

const ITEM = itemId('77');
const hashPool = createWorkerHashPool(1);
let root: LocalRoot;
beforeEach(async () => {
  root = await openLocalRoot();
  await root.write('a', 'met');
  await root.write('d/b', 'agreed on');
  await root.observer.scanAll();
});
afterEach(() => root.dispose());

/** A new file of the service beside `a`. */
function meet(text: string, change: Partial<RemoteEntry> = {}): void {
  const digest = sha1(createHash('sha1').update(text).digest('hex'));
  root.store.putRemote(
    {
      id: ITEM,
      parentId: root.store.rootItemId,
      name: 'a',
      kind: 'file',
      etag: etag('0'),
      sequenceId: sequenceId('0'),
      content: { sha1: digest, sizeBytes: text.length },
      versionId: versionId('1'),
      contentModifiedAtMs: null,
      canUpload: true,
      canRename: true,
      canDelete: true,
      canDownload: true,
      ...change,
    },
    root.store.tick(),
  );
}

function hashed(path = 'a') {
  const { id, fingerprint } = root.row(path);
  const action = { kind: 'hash', localId: id, expect: fingerprint, itemId: ITEM } as const;
  const step: Step = { ...action, key: stepKey('a'), rule: 'P20', after: [] };
  const { fileSystem, store } = root;
  const parts = {
    trees: store,
    rootPath: root.path,
    fileSystem,
    hashPool,
    tick: store.tick,
  } satisfies Partial<Execution>;
  // The step asks neither the service nor the queue; using them would fail the test.
  return executeStep(parts as unknown as Execution, step, new AbortController().signal);
}

test('[P16] two new files that turn out to be equal are agreed on at once', async () => {
  meet('met');
  const { id } = root.row('a');
  expect(await hashed()).toMatchObject({ outcome: 'done', agreed: { localId: id, itemId: ITEM, localName: 'a' } });
});

test('[P16] a file that differs or has moved is left to the next plan', async () => {
  meet('not');
  expect(await hashed()).toMatchObject({ outcome: 'done', agreed: null });
  meet('met', { name: 'renamed there' });
  expect(await hashed()).toMatchObject({ outcome: 'done', agreed: null });
  meet('met');
  await rename(root.at('a'), root.at('d/a'));
  await root.observer.scanAll();
  expect(await hashed('d/a')).toMatchObject({ outcome: 'done', hashed: { localId: root.row('d/a').id }, agreed: null });
});

test('[P16] a file agreed on with another item meanwhile is left to the next plan', async () => {
  meet('met');
  root.syncAll();
  meet('met');
  expect(await hashed()).toMatchObject({ outcome: 'done', agreed: null });
});
