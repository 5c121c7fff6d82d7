import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { etag, itemId, type LocalId, sha1, stepKey } from '../../../../../../main/engine/model/ids.ts';
import type { Step } from '../../../../../../main/engine/model/plan/step.ts';
import { giveUpUploads } from '../../../../../../main/engine/recover/settle/give-up-uploads.ts';
import type { SentRow } from '../../../../../../main/engine/store/transfers/transfer-table.ts';
import { type LocalRoot, openLocalRoot } from '../../../../../support/engine/local-root.ts';

const ROOT_KEY = '1';
const NEW: SentRow['destination'] = { kind: 'new', parentId: itemId('0'), name: 'a' };
const VERSION: SentRow['destination'] = { kind: 'version', itemId: itemId('7'), name: 'a', ifMatch: etag('0') };

let root: LocalRoot;
beforeEach(async () => {
  root = await openLocalRoot();
});
afterEach(async () => {
  await root.dispose();
});

const keyOf = (id: LocalId): string => `${ROOT_KEY}/${id}`;

/** A session is open for the file at this path. */
async function withSession(path: string, destination: SentRow['destination']): Promise<LocalId> {
  await root.write(path, 'large');
  await root.observer.scanAll();
  const { id, fingerprint } = root.row(path);
  const session = { sessionId: `session of ${path}`, destination, fingerprint };
  root.whole.transfers.saveUpload({ key: keyOf(id), ...session });
  return id;
}

/** The content of this file is on its way to the service. */
function commit(path: string, destination: SentRow['destination']): void {
  const { id, fingerprint } = root.row(path);
  const content = { sha1: sha1('a'.repeat(40)), sizeBytes: 5 };
  root.whole.transfers.saveSent({
    key: keyOf(id),
    destination,
    content,
    fingerprint,
    localName: path,
    metItemId: null,
  });
}

async function remove(path: string): Promise<void> {
  await rm(root.at(path));
  await root.observer.scanAll();
  await root.settle();
}

function uploadOf(path: string, isRunning: boolean) {
  const { id, fingerprint } = root.row(path);
  const planned = { key: stepKey(`upload ${id}`), rule: 'P14', after: [] } as const;
  const step: Step = { ...planned, kind: 'upload', localId: id, name: path, expect: fingerprint };
  return { step, isRunning };
}

/** Another running step of the file. */
function movingOf(path: string) {
  const { id } = root.row(path);
  const planned = { key: stepKey(`move ${id}`), rule: 'P14', after: [] } as const;
  const place = { itemId: itemId('7'), toParentLocalId: root.store.rootLocalId, toName: 'b', ifMatch: null };
  const step: Step = { ...planned, kind: 'move-remote', localId: id, ...place };
  return { step, isRunning: true };
}

/** The aborted steps of the queue, and the keys given up. */
function giveUp(settled: readonly LocalId[], steps: readonly { step: Step; isRunning: boolean }[] = []) {
  const aborted: string[] = [];
  const givenUp: string[] = [];
  giveUpUploads(
    {
      root: root.store,
      runner: {
        abort: (which) => {
          for (const { step, isRunning } of steps) if (isRunning && which(step)) aborted.push(step.key);
        },
        running: () => steps.flatMap(({ step, isRunning }) => (isRunning ? [step] : [])),
      },
      execution: { rootKey: ROOT_KEY },
      parts: { store: root.whole, transfers: { giveUp: (key) => givenUp.push(key) } },
    },
    settled,
  );
  return { aborted, givenUp };
}

test.each([
  ['a new file', NEW],
  ['a new version', VERSION],
])(
  '[P85] [E98] %s that left while its upload waits for its next try: the session is given up',
  async (_, destination) => {
    const id = await withSession('a', destination);
    expect(giveUp([id])).toEqual({ aborted: [], givenUp: [] });
    await remove('a');
    expect(giveUp([id])).toEqual({ aborted: [], givenUp: [keyOf(id)] });
  },
);

test('[P85] when a new file leaves while its parts go up, its upload is aborted and ends the session itself', async () => {
  const id = await withSession('a', NEW);
  const steps = [uploadOf('a', true)];
  await remove('a');
  expect(giveUp([id], steps)).toEqual({ aborted: [`upload ${id}`], givenUp: [] });
});

test('[P85] a new file that left while it is committed has its answer; one whose upload has not begun uses no session', async () => {
  const [committed, waiting] = [await withSession('a', NEW), await withSession('b', NEW)];
  commit('a', NEW);
  const steps = [uploadOf('a', true), uploadOf('b', false)];
  await remove('a');
  await remove('b');
  expect(giveUp([committed, waiting], steps)).toEqual({ aborted: [], givenUp: [keyOf(waiting)] });
});

test('[P85] a new file left while its parts go up; that its content was refused as a version before keeps no upload alive', async () => {
  const id = await withSession('a', NEW);
  commit('a', VERSION);
  const steps = [uploadOf('a', true)];
  await remove('a');
  expect(giveUp([id], steps)).toEqual({ aborted: [`upload ${id}`], givenUp: [] });
});

test('[P85] the upload of another file, and another step of the file that left, go on; the session is given up', async () => {
  const [id, other] = [await withSession('a', NEW), await withSession('b', NEW)];
  const steps = [movingOf('a'), uploadOf('b', true)];
  await remove('a');
  expect(giveUp([id, other], steps)).toEqual({ aborted: [], givenUp: [keyOf(id)] });
});

test('[P85] what leaves without a session asks for nothing', async () => {
  await root.write('a', 'small');
  await root.observer.scanAll();
  const { id } = root.row('a');
  await remove('a');
  expect(giveUp([id])).toEqual({ aborted: [], givenUp: [] });
});
