import { expect, test } from 'vitest';
import { filesOfDrop } from '../../../../../renderer/state/uploads/dropped-files.ts';

const unreadable = new DOMException('The requested file could not be read.', 'NotReadableError');

/** A file or folder of a drop, as a browser hands it over. */
const file = (fullPath: string, content: File | null) =>
  ({
    isFile: true,
    isDirectory: false,
    fullPath,
    file: (found: (opened: File) => void, failed: (error: DOMException) => void) =>
      content === null ? failed(unreadable) : found(content),
  }) as unknown as FileSystemEntry;

function folder(fullPath: string, entries: readonly FileSystemEntry[] | null): FileSystemEntry {
  const left = [entries ?? [], []];
  const readEntries = (found: (some: readonly FileSystemEntry[]) => void, failed: (error: DOMException) => void) =>
    entries === null ? failed(unreadable) : found(left.shift() ?? []);
  return { isFile: false, isDirectory: true, fullPath, createReader: () => ({ readEntries }) } as never;
}

test('a file that cannot be read, and a folder that cannot be listed, do not end the drop', async () => {
  const readable = new File(['bytes'], 'a.txt');
  const inside = [file('/box/locked.txt', null), folder('/box/private', null), file('/box/a.txt', readable)];
  expect(await filesOfDrop([folder('/box', inside)])).toEqual([
    { file: null, relativePath: 'box/locked.txt' },
    { file: null, relativePath: 'box/private' },
    { file: readable, relativePath: 'box/a.txt' },
  ]);
});
