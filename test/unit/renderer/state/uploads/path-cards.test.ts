import { beforeEach, expect, test, vi } from 'vitest';
import type { PathUpload, UploadFile } from '../../../../../preload/ipc/shapes/drop.ts';
import type { TandemBridge } from '../../../../../preload/ipc/transport/bridge.ts';
import { noCounts } from '../../../../../preload/ipc/upload-files.ts';
import { uploadQueue } from '../../../../../renderer/state/uploads/upload-queue.ts';

beforeEach(() => {
  vi.stubGlobal('window', { onbeforeunload: null });
  vi.stubGlobal('localStorage', { getItem: () => 'en' });
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
});

const DOCS = { folderId: '7', name: 'Docs' };

/** A host that uploads paths, and the cards of a window. */
function host(refusal: { message: string; remedy: string } | null = null) {
  const asked: unknown[] = [];
  let tell: (uploads: readonly PathUpload[]) => void = () => undefined;
  const bridge = {
    call: async (name: string, input: unknown) => {
      asked.push([name, input]);
      return refusal === null ? { ok: true, value: { batchId: 'b1' } } : { ok: false, error: refusal };
    },
    connection: () => 'connected',
    onConnection: () => () => undefined,
    subscribe: (_feed: string, listener: typeof tell) => {
      tell = listener;
      return () => undefined;
    },
  } as unknown as TandemBridge;
  const queue = uploadQueue(bridge);
  const keys = () => queue.get().map(({ key }) => key);
  // Resolves when the cards follow the message.
  const say = async (...uploads: readonly PathUpload[]): Promise<void> => {
    tell(uploads);
    await vi.dynamicImportSettled();
  };
  return { queue, asked, keys, key: () => keys()[0] ?? 0, say };
}

const file = (id: number, state: UploadFile['state'], sentence: string | null = null): UploadFile => ({
  id,
  path: `${id}.txt`,
  sizeBytes: 10,
  sentBytes: 0,
  state,
  sentence,
  isReadable: true,
});

function upload(state: PathUpload['state'], counts: Partial<PathUpload['counts']>, ...files: UploadFile[]): PathUpload {
  return { batchId: 'b1', destination: DOCS, state, total: 3, counts: { ...noCounts, ...counts }, asking: 0, files };
}

test('the card of dropped paths names each failed file, sends it again, and stays until it is dismissed', async () => {
  const { queue, asked, key, keys, say } = host();
  queue.addPaths(DOCS, ['/home/ann/a']);
  await vi.dynamicImportSettled();
  expect(asked).toEqual([['drop.paths', { folderId: '7', folderName: 'Docs', paths: ['/home/ann/a'] }]]);
  await say(upload('reading', {}));
  expect(queue.get()).toMatchObject([{ state: 'reading', destination: DOCS }]);
  await say(
    upload('sending', { waiting: 1, sending: 1, failed: 1 }, file(0, 'sending'), file(1, 'failed', 'No room.')),
  );
  const shown = queue.get()[0];
  expect(shown).toMatchObject({ state: 'sending', total: 3, counts: { failed: 1 } });
  expect(shown?.files.first('failed', 9)).toMatchObject([{ path: '1.txt', sentence: 'No room.' }]);
  await say(upload('done', { sent: 2, failed: 1 }, file(0, 'sent')));
  expect(queue.get()).toMatchObject([{ state: 'done', sent: 2 }]);
  expect(queue.get()[0]?.files.first('sending', 9)).toEqual([]);

  queue.retry(key(), 1);
  queue.cancelFile(key(), 1);
  queue.dismiss(key());
  expect(keys()).toEqual([]);
  // Sent before the host knew.
  await say(upload('done', { sent: 2, failed: 1 }));
  expect(keys()).toEqual([]);
  expect(asked.slice(1)).toEqual([
    ['upload.retry', { batchId: 'b1', fileId: 1 }],
    ['upload.cancel', { batchId: 'b1', fileId: 1 }],
    ['upload.cancel', { batchId: 'b1', fileId: null }],
  ]);
});

test('taken names are asked about where the host says so, until it says that the question is over', async () => {
  const { queue, asked, key, say } = host();
  await say({ ...upload('sending', { waiting: 2, sent: 1 }, file(0, 'waiting')), asking: 2 });
  expect(queue.get()).toMatchObject([{ asking: 2 }]);
  queue.answer(key(), 'new-version');
  expect(asked).toEqual([['upload.resolve', { batchId: 'b1', onConflict: 'new-version' }]]);
  await say(upload('sending', { sending: 2, sent: 1 }, file(0, 'sending')));
  expect(queue.get()).toMatchObject([{ asking: 0 }]);
  queue.retry(key(), null);
  expect(asked.at(-1)).toEqual(['upload.retry', { batchId: 'b1', fileId: null }]);
});

test('a cancel while the files are read reaches the host', async () => {
  const { queue, asked, key, say } = host();
  await say(upload('reading', {}));
  queue.cancel(key());
  // The host owns the state.
  expect(queue.get()).toMatchObject([{ state: 'reading' }]);
  expect(asked).toEqual([['upload.cancel', { batchId: 'b1', fileId: null }]]);
});

test('the card of an upload that succeeded stays, and one that the host no longer knows goes', async () => {
  const { queue, keys, key, asked, say } = host();
  await say(upload('sending', { sending: 1 }));
  await say();
  expect(keys()).toEqual([]);
  await say(upload('done', { sent: 3 }));
  await say();
  expect(queue.get()).toMatchObject([{ state: 'done', sent: 3 }]);
  queue.dismiss(key());
  expect([keys(), asked]).toEqual([[], []]);
});

test('paths that the host refuses have a card that says why', async () => {
  const { queue, say } = host({ message: 'It can’t be read.', remedy: 'Check it.' });
  queue.addPaths(DOCS, ['/gone']);
  await say();
  await expect
    .poll(() => queue.get())
    .toMatchObject([{ state: 'failed', sentence: 'It can’t be read. Check it.', destination: DOCS }]);
});
