import type fs from 'node:fs';
import path from 'node:path';
import { statFile } from '@electron/asar';

/**
 * Electron's results for paths to or inside a `*.asar` file (its `lib/node/asar-fs-wrapper.ts`): a valid archive is a directory; an invalid one
 * throws an error without a code, or returns null where a missing file would return undefined.
 */
type Archive = { readonly file: string; readonly inside: string; readonly isValid: boolean };
type FileSystem = typeof fs;

export function changeForArchives(changed: FileSystem): void {
  const isDirectory = changed.lstatSync;
  const open = changed.openSync;
  const read = changed.readSync;
  const close = changed.closeSync;

  const archiveOf = (given: unknown): Archive | null => {
    if (typeof given !== 'string' || !/\.asar/i.test(given)) return null;
    const parts = path.normalize(given).split(path.sep);
    for (let count = 1; count <= parts.length; count++) {
      const file = parts.slice(0, count).join(path.sep);
      if (!file.toLowerCase().endsWith('.asar')) continue;
      const found = isDirectory(file, { throwIfNoEntry: false });
      // A missing file counts as an unreadable archive; a directory with that name is not an archive.
      if (found?.isDirectory() === true) continue;
      return { file, inside: parts.slice(count).join('/'), isValid: isArchive(file, found?.size ?? 0) };
    }
    return null;
  };
  /** The header starts with its own length in pickle format: 4, then the size of the rest. */
  const isArchive = (file: string, sizeBytes: number): boolean => {
    if (sizeBytes < 16) return false;
    const handle = open(file, 'r');
    const head = Buffer.alloc(8);
    read(handle, head, 0, 8, 0);
    close(handle);
    return head.readUInt32LE(0) === 4 && head.readUInt32LE(4) < sizeBytes;
  };

  const stats = (archive: Archive, options: unknown): unknown => {
    const missing = archive.isValid ? notFound(archive) : invalid(archive);
    const isQuiet = typeof options === 'object' && options !== null && Reflect.get(options, 'throwIfNoEntry') === false;
    if (!archive.isValid || !isInside(archive)) {
      if (isQuiet) return null;
      throw missing;
    }
    const folder = isDirectory(path.dirname(archive.file));
    return { ...folder, size: 0, isDirectory: () => true, isFile: () => false, isSymbolicLink: () => false };
  };
  const refuse = (archive: Archive): never => {
    throw archive.isValid ? notFound(archive) : invalid(archive);
  };
  const answers: Readonly<Record<string, (archive: Archive, options: unknown) => unknown>> = {
    lstat: stats,
    stat: stats,
    readdir: (archive) => (archive.isValid ? [] : refuse(archive)),
    open: refuse,
    readFile: refuse,
    copyFile: refuse,
    realpath: (archive) => (archive.isValid ? archive.file : refuse(archive)),
    access: (archive) => (archive.isValid ? undefined : refuse(archive)),
  };
  for (const [name, answer] of Object.entries(answers)) {
    changeSync(changed, archiveOf, `${name}Sync`, answer);
    changePromise(changed, archiveOf, name, answer);
  }
  const exists = changed.existsSync;
  changed.existsSync = (given) => archiveOf(given)?.isValid ?? exists(given);
}

type Answer = (archive: Archive, options: unknown) => unknown;
type Find = (given: unknown) => Archive | null;

function changeSync(changed: FileSystem, archiveOf: Find, name: string, answer: Answer): void {
  const before: unknown = Reflect.get(changed, name);
  if (typeof before !== 'function') throw new Error(`node:fs has no ${name}`);
  Reflect.set(changed, name, (...args: readonly unknown[]): unknown => {
    const archive = archiveOf(args[0]);
    return archive === null ? Reflect.apply(before, changed, args) : answer(archive, args[1]);
  });
}

function changePromise(changed: FileSystem, archiveOf: Find, name: string, answer: Answer): void {
  const before: unknown = Reflect.get(changed.promises, name);
  if (typeof before !== 'function') throw new Error(`node:fs/promises has no ${name}`);
  Reflect.set(changed.promises, name, async (...args: readonly unknown[]): Promise<unknown> => {
    const archive = archiveOf(args[0]);
    return archive === null ? Reflect.apply(before, changed.promises, args) : answer(archive, args[1]);
  });
}

function isInside({ file, inside }: Archive): boolean {
  if (inside === '') return true;
  try {
    statFile(file, inside);
    return true;
  } catch {
    // The archive does not contain this file.
    return false;
  }
}

/** As in Electron: without a code. */
const invalid = ({ file }: Archive): Error => new Error(`Invalid package ${file}`);
const notFound = ({ file, inside }: Archive): Error =>
  Object.assign(new Error(`ENOENT, ${inside} not found in ${file}`), { code: 'ENOENT', errno: -2 });
