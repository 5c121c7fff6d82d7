import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dropBatches } from '../../../../../main/commands/drop/drop-batches.ts';
import type { DropRemote, DropUploads } from '../../../../../main/commands/drop/drop-ports.ts';
import { pathUploads } from '../../../../../main/commands/drop/path-uploads.ts';
import { createNodeClock } from '../../../../../main/engine/adapters/node-clock.ts';
import { itemId } from '../../../../../main/engine/model/ids.ts';
import type { PathUpload } from '../../../../../preload/ipc/shapes/drop.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-path-uploads-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** A service whose folder contains `taken.txt`, and which refuses these contents. A content is the path of its file. */
function host(...refused: readonly string[]) {
  const stored = new Map([['taken.txt', ['old']]]);
  const refusing = new Set(refused);
  const remote: DropRemote = {
    item: async () => ({ id: itemId('7'), name: 'Plans', parentId: '0', kind: 'folder' }) as never,
    list: async () => [...stored.keys()].map((name) => ({ id: itemId(name), name, kind: 'file' }) as never),
    createFolder: async () => ({ ok: false, reason: 'refused' }),
  };
  const upload: DropUploads['upload'] = async ({ source, destination: { kind, name } }) => {
    let content = '';
    for await (const piece of source.open()) content += Buffer.from(piece).toString();
    if (refusing.has(content)) return { ok: false, reason: 'refused' };
    stored.set(name, [...(kind === 'version' ? (stored.get(name) ?? []) : []), content]);
    return { ok: true };
  };
  let latest: readonly PathUpload[] = [];
  const batches = dropBatches({ remote, uploads: { upload }, onFinished: () => undefined });
  const send = (message: readonly PathUpload[]) => {
    latest = message;
  };
  const uploads = pathUploads({ batches, clock: createNodeClock(), send });
  const start = async (paths: readonly string[]) => {
    for (const path of paths) {
      await mkdir(join(folder, path, '..'), { recursive: true });
      await writeFile(join(folder, path), path);
    }
    const found = paths.map((path) => join(folder, path));
    const started = await uploads.start({ folderId: '7', folderName: 'Plans', paths: found, onConflict: 'ask' });
    if (!started.ok) throw new Error(started.error.code);
    return started.value.batchId;
  };
  const allow = () => refusing.clear();
  return { batches, uploads, start, allow, stored, shown: () => latest[0] };
}

describe('the choice for taken names', () => {
  it.each([
    ['skip', { 'taken.txt': ['old'] }],
    ['new-version', { 'taken.txt': ['old', 'a/taken.txt'] }],
    ['keep-both', { 'taken.txt': ['old'], 'taken (2).txt': ['a/taken.txt'] }],
  ] as const)('does not hold for a retried file that it was not made for: %s', async (choice, kept) => {
    const { uploads, start, allow, stored, shown } = host('b/IMG_1.jpg');
    const batchId = await start(['a/taken.txt', 'a/IMG_1.jpg', 'b/IMG_1.jpg']);
    await expect.poll(shown).toMatchObject({ asking: 1, counts: { sent: 1, failed: 1 } });
    uploads.resolve({ batchId, onConflict: choice });
    await expect.poll(shown).toMatchObject({ state: 'done', asking: 0 });
    allow();
    uploads.retry({ batchId, fileId: null });
    await expect.poll(shown).toMatchObject({ state: 'done', counts: { failed: 0, waiting: 0, sending: 0 } });
    const images = { 'IMG_1.jpg': ['a/IMG_1.jpg'], 'IMG_1 (2).jpg': ['b/IMG_1.jpg'] };
    expect(Object.fromEntries(stored)).toEqual({ ...kept, ...images });
  });

  it('still holds for a retried file that it was made for', async () => {
    const { uploads, start, allow, stored, shown } = host('a/taken.txt', 'b/IMG_1.jpg');
    const batchId = await start(['a/taken.txt', 'a/IMG_1.jpg', 'b/IMG_1.jpg']);
    await expect.poll(shown).toMatchObject({ asking: 1, counts: { sent: 1 } });
    uploads.resolve({ batchId, onConflict: 'new-version' });
    await expect.poll(shown).toMatchObject({ state: 'done', counts: { failed: 2 } });
    allow();
    uploads.retry({ batchId, fileId: null });
    await expect.poll(shown).toMatchObject({ state: 'done', counts: { sent: 3 } });
    expect(Object.fromEntries(stored)).toEqual({
      'taken.txt': ['old', 'a/taken.txt'],
      'IMG_1.jpg': ['a/IMG_1.jpg'],
      'IMG_1 (2).jpg': ['b/IMG_1.jpg'],
    });
  });
});

describe('the question about taken names', () => {
  it('ends when every file that it is about is cancelled, and so does the upload', async () => {
    const { batches, uploads, start, shown, stored } = host();
    const batchId = await start(['a/taken.txt', 'b/taken.txt', 'free.txt']);
    await expect.poll(shown).toMatchObject({ asking: 2, counts: { sent: 1 } });
    uploads.cancel({ batchId, fileId: 0 });
    await expect.poll(shown).toMatchObject({ state: 'sending', asking: 1 });
    uploads.cancel({ batchId, fileId: 1 });
    await expect.poll(shown).toMatchObject({ state: 'done', asking: 0, counts: { sent: 1, cancelled: 2 } });
    expect(batches.underWay()).toBe(0);
    expect([...stored.keys()]).toEqual(['taken.txt', 'free.txt']);
  });
});
