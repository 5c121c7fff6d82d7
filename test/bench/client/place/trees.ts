import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Files that one folder of a made tree holds. */
const FILES_PER_FOLDER = 100;

/** The shape of a made tree: equal files, a hundred to a folder, the folders under a few tops of equal size. */
export type TreeShape = {
  readonly files: number;
  readonly fileBytes: number;
  /** Names of the folders at the top, each with its share of the files. */
  readonly tops: readonly string[];
};

export type MadeFolder = { readonly path: string; readonly files: readonly string[] };

/** Each folder with its files, parents first, as names below the root. */
export function* foldersOf({ files, tops }: TreeShape): Generator<MadeFolder> {
  const share = Math.ceil(files / tops.length);
  let left = files;
  for (const top of tops) {
    yield { path: top, files: [] };
    const own = Math.min(share, left);
    left -= own;
    for (let first = 0; first < own; first += FILES_PER_FOLDER) {
      const count = Math.min(FILES_PER_FOLDER, own - first);
      const path = `${top}/folder ${String(first / FILES_PER_FOLDER).padStart(5, '0')}`;
      yield { path, files: Array.from({ length: count }, (_, index) => `file ${String(index).padStart(3, '0')}.txt`) };
    }
  }
}

/** The bytes of one file: no two are equal, and the same path gives the same bytes. */
export function contentOf(path: string, bytes: number): Buffer {
  const content = Buffer.alloc(bytes);
  const stamp = Buffer.from(`${path}\n`);
  // Not one pattern throughout: a peer that compresses or recognises blocks would have it easier than with people's files.
  let block = createHash('sha256').update(path).digest();
  for (let at = 0; at < bytes; at += block.length) {
    block.copy(content, at);
    if (bytes <= 64 * 1024) block = createHash('sha256').update(block).digest();
    else if (at % 4096 === 0) block.writeUInt32LE(at, 0);
  }
  stamp.copy(content, 0);
  return content;
}

/** Writes the tree; returns its number of folders. */
export function plantTree(root: string, shape: TreeShape): number {
  let folders = 0;
  for (const { path, files } of foldersOf(shape)) {
    mkdirSync(join(root, path), { recursive: true });
    folders += 1;
    for (const name of files) writeFileSync(join(root, path, name), contentOf(`${path}/${name}`, shape.fileBytes));
  }
  return folders;
}

/** One file of so many bytes, which do not repeat within 64 MiB. */
export function plantLargeFile(path: string, bytes: number): void {
  const block = contentOf(path, Math.min(bytes, 64 * 1024 ** 2));
  const file = openSync(path, 'w');
  try {
    for (let written = 0; written < bytes; written += block.length) {
      block.writeDoubleLE(written, 512);
      writeSync(file, block, 0, Math.min(block.length, bytes - written));
    }
  } finally {
    closeSync(file);
  }
}
