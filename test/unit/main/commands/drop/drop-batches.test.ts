import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../../../main/api/api-error.ts';
import { type DropBatches, dropBatches } from '../../../../../main/commands/drop/drop-batches.ts';
import type { DropRemote, DropUploads } from '../../../../../main/commands/drop/drop-ports.ts';
import { itemId } from '../../../../../main/engine/model/ids.ts';
import type { AnswerWords } from '../../../../../preload/words/codes/connection.ts';

type Upload = Parameters<DropUploads['upload']>[0];

/** A service with these names in its folder 7, and uploads that end when the test says so. */
let taken: { kind: 'file' | 'folder'; id: string; name: string }[];
let created: string[];
let uploads: (Upload & { end(ok: boolean, reason?: string): void; fail(cause: Error): void })[];
/** The next lookups of a folder that fail. */
let failing: string[];
let finished: { folder: string; sent: number; failed: number }[];
let drops: DropBatches;
beforeEach(() => {
  [taken, created, uploads, finished, failing] = [[], [], [], [], []];
  const remote: DropRemote = {
    item: async (id) =>
      (({
        '7': { name: 'Plans', parentId: '0' },
        '8': { name: 'Bills', parentId: '0' },
        '0': { name: 'All Files', parentId: null },
      })[String(id)] ?? null) as never,
    list: async (folder) => {
      const at = failing.indexOf(String(folder));
      if (at >= 0) {
        failing.splice(at, 1);
        throw new Error('The connection was lost.');
      }
      return folder === '7' ? taken.map((one) => ({ ...one, id: itemId(one.id) }) as never) : [];
    },
    createFolder: async (_parent, name) => {
      if (taken.some((one) => one.name === name)) return { ok: false, reason: 'taken' };
      created.push(name);
      taken.push({ kind: 'folder', id: `of ${name}`, name });
      return { ok: true, entry: { kind: 'folder', id: itemId(`of ${name}`), name } as never };
    },
  };
  const upload: DropUploads['upload'] = (request) =>
    new Promise((resolve, fail) => {
      const end = (ok: boolean, reason = 'refused') => resolve(ok ? { ok } : { ok, reason });
      uploads.push({ ...request, end, fail });
      request.signal.addEventListener('abort', () => end(false, 'cancelled'));
    });
  drops = dropBatches({
    remote,
    uploads: { upload },
    onFinished: ({ folder, sent, failed }) => finished.push({ folder, sent, failed }),
  });
});

const never = new AbortController().signal;
async function* bytes(): AsyncIterable<Uint8Array> {}
const begin = async (paths: readonly string[], folderId = '7', onConflict: 'ask' | 'keep-both' | 'skip' = 'ask') => {
  const files = paths.map((relativePath) => ({ relativePath, sizeBytes: 1, modifiedAtMs: 0 }));
  const begun = await drops.begin({ folderId, onConflict, files });
  if (!begun.ok) throw new Error(begun.error.code);
  const ids = begun.value.files.map(({ id }) => id);
  const send = (index: number, signal = never) => drops.receive(ids[index] ?? '', bytes(), signal);
  const cancel = (index: number) => drops.cancelFile(ids[index] ?? '');
  return { batchId: begun.value.batchId, conflicts: begun.value.files.map(({ conflict }) => conflict), send, cancel };
};
const missing = async (batchId: string) => {
  const left = await drops.left({ batchIds: [batchId] });
  return left.ok ? left.value.map((one) => [one.sent, one.missing]) : null;
};

test('a cancelled batch ends its transfers, and is not reported as finished', async () => {
  const { batchId, send } = await begin(['a.txt']);
  const sending = send(0);
  await expect.poll(() => uploads.length).toBe(1);
  await drops.cancel({ batchId });
  expect(uploads[0]?.signal.aborted).toBe(true);
  expect(await sending).toMatchObject({ ok: false });
  expect([finished, await missing(batchId)]).toEqual([[], []]);
});

test('a batch that skips all of its files is over at once, and is not reported as finished', async () => {
  taken = [{ kind: 'file', id: '70', name: 'a.txt' }];
  const { batchId } = await begin(['a.txt'], '7', 'skip');
  expect(await drops.cancel({ batchId })).toMatchObject({ error: { code: 'not_found' } });
  expect(finished).toEqual([]);
});

test('a file that fails says what the service said, and one that was cancelled says only that', async () => {
  const { batchId, send } = await begin(['a.txt', 'b.txt']);
  const sending = [send(0), send(1)];
  await expect.poll(() => uploads.length).toBe(2);
  const says: AnswerWords = {
    code: 'said_by_service',
    args: { sentences: [{ id: 'The limit is {0}.', values: [7] }] },
  };
  uploads[0]?.fail(new ApiError({ status: 403, code: 'too_many', message: says }));
  expect(await sending[0]).toMatchObject({ error: { message: { code: 'drop_refused', args: { answer: says } } } });
  void drops.cancel({ batchId });
  uploads[1]?.fail(new Error('This operation was aborted'));
  expect(await sending[1]).toMatchObject({ error: { message: { code: 'drop_cancelled', args: {} } } });
});

test('a lookup of a folder that fails once fails one file, and not every file of that folder', async () => {
  taken = [{ kind: 'folder', id: '9', name: 'site' }];
  // The announcement asks for it too.
  failing = ['9', '9'];
  const { send } = await begin(['site/a.txt', 'site/b.txt']);
  expect(await send(0)).toMatchObject({ error: { message: { code: 'drop_refused' } } });
  const sending = send(1);
  await expect.poll(() => uploads.length).toBe(1);
  uploads[0]?.end(true);
  expect(await sending).toEqual({ ok: true });
});

test('batches that were begun before a new folder existed all send into it', async () => {
  const batches = [await begin(['Photos/a.jpg']), await begin(['Photos/b.jpg'])];
  const sending = batches.map(({ send }) => send(0));
  await expect.poll(() => uploads.length).toBe(2);
  for (const { end } of uploads) end(true);
  expect(await Promise.all(sending)).toEqual([{ ok: true }, { ok: true }]);
  expect(created).toEqual(['Photos']);
  expect(uploads.map(({ destination }) => destination)).toMatchObject([
    { parentId: 'of Photos', name: 'a.jpg' },
    { parentId: 'of Photos', name: 'b.jpg' },
  ]);
});

test('a file that took the name of a new folder fails the files of that folder', async () => {
  const { send } = await begin(['Photos/a.jpg']);
  taken.push({ kind: 'file', id: '70', name: 'Photos' });
  expect(await send(0)).toMatchObject({ error: { message: { code: 'drop_folder_not_made' } } });
});

test('the files that are still to arrive are counted over all batches, until they arrive, fail or are cancelled', async () => {
  const [first, second] = [await begin(['a.txt', 'b.txt']), await begin(['c.txt'], '8')];
  expect(drops.underWay()).toBe(3);
  const sent = [first.send(0), first.send(1)];
  await expect.poll(() => uploads.length).toBe(2);
  expect(drops.underWay()).toBe(3);
  uploads[0]?.end(true);
  uploads[1]?.end(false);
  await Promise.all(sent);
  expect(drops.underWay()).toBe(1);
  await drops.cancel({ batchId: second.batchId });
  expect(drops.underWay()).toBe(0);
});

test('a batch is reported once, with what arrived and what failed', async () => {
  const { batchId, send } = await begin(['a.txt', 'b.txt']);
  const sending = Promise.all([send(0), send(1)]);
  await expect.poll(() => uploads.length).toBe(2);
  uploads[0]?.end(true);
  uploads[1]?.end(false);
  await sending;
  expect(finished).toEqual([{ folder: 'Plans', sent: 1, failed: 1 }]);
  expect(await drops.cancel({ batchId })).toMatchObject({ ok: false, error: { code: 'not_found' } });
});

test('a file whose transfer was cancelled in the list of transfers, or alone, did not fail', async () => {
  const { send, cancel } = await begin(['a.txt', 'b.txt', 'c.txt', 'd.txt']);
  const sending = [send(0), send(1), send(2)];
  await expect.poll(() => uploads.length).toBe(3);
  uploads[0]?.end(true);
  uploads[1]?.end(false, 'cancelled');
  cancel(2);
  cancel(3);
  expect(await Promise.all(sending)).toMatchObject([
    { ok: true },
    { error: { code: 'cancelled' } },
    { error: { code: 'cancelled' } },
  ]);
  expect(uploads[2]?.signal.aborted).toBe(true);
  expect(await send(3)).toMatchObject({ error: { code: 'not_found' } });
  expect(finished).toEqual([{ folder: 'Plans', sent: 1, failed: 0 }]);
});

test('a batch whose files were all cancelled is not reported', async () => {
  const { batchId, cancel } = await begin(['a.txt']);
  cancel(0);
  expect([finished, await drops.cancel({ batchId })]).toMatchObject([[], { error: { code: 'not_found' } }]);
});

test('a file that ends looks at no other file of its batch or of earlier ones, as long as none is lost', async () => {
  const paths = Array.from({ length: 100 }, (_, at) => `folder/${at}.txt`);
  const earlier = [await begin(paths), await begin(paths)];
  const { send } = await begin(paths);
  const { visited, end } = countVisits();
  for (const index of paths.keys()) {
    const sending = send(index);
    await expect.poll(() => uploads.length).toBe(index + 1);
    uploads[index]?.end(true);
    expect(await sending).toEqual({ ok: true });
  }
  end();
  expect(earlier).toHaveLength(2);
  expect(finished).toEqual([{ folder: 'Plans', sent: 100, failed: 0 }]);
  // Every file looks at each batch twice.
  expect(visited()).toBeLessThan(paths.length * 10);
});

/** Counts the values that loops over maps visit: the work that grows with the number of files. */
function countVisits() {
  let count = 0;
  const { values } = Map.prototype;
  const spy = vi.spyOn(Map.prototype, 'values').mockImplementation(function* (this: Map<unknown, unknown>) {
    for (const value of values.call(this)) {
      count += 1;
      yield value;
    }
  } as never);
  return { visited: () => count, end: () => spy.mockRestore() };
}

test('the root folder of an account has no name in the report, and a folder that is gone takes nothing', async () => {
  const { send } = await begin(['a.txt'], '0');
  const sending = send(0);
  await expect.poll(() => uploads.length).toBe(1);
  uploads[0]?.end(true);
  await sending;
  expect(finished).toEqual([{ folder: '', sent: 1, failed: 0 }]);
  expect(await drops.begin({ folderId: '9', onConflict: 'ask', files: [] })).toMatchObject({
    ok: false,
    error: { code: 'not_reachable', message: { code: 'drop_folder_gone' } },
  });
});

test('a file of a page that closed is missing until it arrives in a later batch for the same folder', async () => {
  const first = await begin(['a.txt']);
  const page = new AbortController();
  const lost = first.send(0, page.signal);
  await expect.poll(() => uploads.length).toBe(1);
  page.abort();
  await lost;
  expect([await missing(first.batchId), finished]).toEqual([[[0, ['a.txt']]], []]);
  const arrive = async (folderId: string) => {
    const { send } = await begin(['a.txt'], folderId);
    const sending = send(0);
    await expect.poll(() => uploads.length).toBeGreaterThan(1);
    uploads.pop()?.end(true);
    await sending;
  };
  await arrive('8');
  expect(await missing(first.batchId)).toEqual([[0, ['a.txt']]]);
  await arrive('7');
  expect([await missing(first.batchId), finished]).toEqual([
    [],
    [
      { folder: 'Bills', sent: 1, failed: 0 },
      { folder: 'Plans', sent: 1, failed: 0 },
      { folder: 'Plans', sent: 1, failed: 0 },
    ],
  ]);
});

test('two drops into one folder at the same time send both files of the same name', async () => {
  const photos = await begin(['a.jpg', 'b.jpg']);
  const first = photos.send(0);
  await expect.poll(() => uploads.length).toBe(1);
  const other = await begin(['b.jpg']);
  const between = other.send(0);
  await expect.poll(() => uploads.length).toBe(2);
  uploads[1]?.end(true);
  await between;
  uploads[0]?.end(true);
  await first;
  const last = photos.send(1);
  await expect.poll(() => uploads.length).toBe(3);
  uploads[2]?.end(true);
  expect(await last).toEqual({ ok: true });
  expect(finished).toEqual([
    { folder: 'Plans', sent: 1, failed: 0 },
    { folder: 'Plans', sent: 2, failed: 0 },
  ]);
});

test('a file that failed is not reported as sent because another drop sent its name', async () => {
  const photos = await begin(['a.jpg', 'b.jpg']);
  const failing = photos.send(0);
  await expect.poll(() => uploads.length).toBe(1);
  uploads[0]?.end(false);
  await failing;
  const other = await begin(['a.jpg']);
  const between = other.send(0);
  await expect.poll(() => uploads.length).toBe(2);
  uploads[1]?.end(true);
  await between;
  const last = photos.send(1);
  await expect.poll(() => uploads.length).toBe(3);
  uploads[2]?.end(true);
  await last;
  expect(finished.at(-1)).toEqual({ folder: 'Plans', sent: 1, failed: 1 });
});

test('a batch that a reloaded page asked about ends when all its missing files were dropped again', async () => {
  const photos = await begin(['a.jpg', 'b.jpg']);
  const failing = photos.send(0);
  await expect.poll(() => uploads.length).toBe(1);
  uploads[0]?.end(false);
  await failing;
  expect(await missing(photos.batchId)).toEqual([[0, ['a.jpg', 'b.jpg']]]);
  const again = await begin(['a.jpg', 'b.jpg']);
  const sending = [again.send(0), again.send(1)];
  await expect.poll(() => uploads.length).toBe(3);
  for (const upload of uploads) upload.end(true);
  await Promise.all(sending);
  expect(await missing(photos.batchId)).toEqual([]);
  expect(finished).toEqual([
    { folder: 'Plans', sent: 2, failed: 0 },
    { folder: 'Plans', sent: 2, failed: 0 },
  ]);
});

test('a page that is still open sends its files, even if a copy of it asked what is left', async () => {
  const { batchId, send } = await begin(['a.jpg']);
  expect(await missing(batchId)).toEqual([[0, ['a.jpg']]]);
  const sending = send(0);
  await expect.poll(() => uploads.length).toBe(1);
  uploads[0]?.end(true);
  expect(await sending).toEqual({ ok: true });
});

test('a file is sent once: neither twice at a time nor after it has arrived', async () => {
  const { send } = await begin(['a.txt', 'b.txt']);
  const first = send(0);
  await expect.poll(() => uploads.length).toBe(1);
  expect(await send(0)).toMatchObject({ ok: false, error: { code: 'not_found' } });
  uploads[0]?.end(true);
  await first;
  expect(await send(0)).toMatchObject({ ok: false, error: { code: 'not_found' } });
  expect(uploads).toHaveLength(1);
});

test('names are the same whatever their case and their Unicode form, on the service and within a batch', async () => {
  taken = [{ kind: 'file', id: '1', name: 'Ämter.txt' }];
  const { batchId, conflicts, send } = await begin(['ämter.txt', 'new.txt', 'NEW.txt', 'neu/a.txt', 'NEU/b.txt']);
  expect(conflicts).toEqual([true, false, false, false, false]);
  expect(await send(0)).toMatchObject({ ok: false, error: { code: 'name_taken' } });
  for (const index of [1, 2, 3, 4]) void send(index);
  await expect.poll(() => uploads.length).toBe(4);
  expect(uploads.map(({ destination }) => destination.name).toSorted()).toEqual([
    'NEW (2).txt',
    'a.txt',
    'b.txt',
    'new.txt',
  ]);
  expect(created).toEqual(['neu']);
  await drops.cancel({ batchId });
});

test('more batches than are remembered end the oldest, with its transfers', async () => {
  const oldest = await begin(['a.txt']);
  const sending = oldest.send(0);
  await expect.poll(() => uploads.length).toBe(1);
  for (let count = 1; count < 100; count += 1) await begin(['a.txt']);
  expect(uploads[0]?.signal.aborted).toBe(false);
  await begin(['a.txt']);
  expect(uploads[0]?.signal.aborted).toBe(true);
  expect(await sending).toMatchObject({ ok: false });
});
