import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, fstatSync, openSync, readdirSync, readFileSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Chance } from '../simulation/world/chance.ts';
import type { Ledger } from './ledger.ts';

/** One person at one computer: the folders of the tools, their contents, and the ledger of them. */
export type Hands = {
  readonly name: string;
  /** The synced folder. */
  readonly root: string;
  /** The folder below it that mostly this person works in. */
  readonly own: string;
  /** The folder below it that all of them work in. */
  readonly shared: string;
  readonly chance: Chance;
  readonly ledger: Ledger;
  /** New bytes, never the same twice. */
  content(sizeBytes?: number): Buffer;
};

/** One act of a tool; describes it, or returns null when it found nothing to act on. */
export type Tool = { readonly name: string; readonly act: (hands: Hands) => Promise<string | null> };

const KIBIBYTE = 1024;

/** Mostly small, some of some megabytes, now and then one that goes up in parts. */
export function contentOf(name: string, chance: Chance, sizeBytes = drawSize(chance)): Buffer {
  const head = Buffer.from(`${name} ${randomUUID()}\n`);
  return Buffer.concat([head, Buffer.alloc(Math.max(0, sizeBytes - head.length), head)]);
}

function drawSize(chance: Chance): number {
  const kind = chance.fraction();
  if (kind < 0.6) return 50 + chance.below(8 * KIBIBYTE);
  if (kind < 0.93) return 8 * KIBIBYTE + chance.below(200 * KIBIBYTE);
  if (kind < 0.99) return KIBIBYTE ** 2 + chance.below(3 * KIBIBYTE ** 2);
  return 21 * KIBIBYTE ** 2 + chance.below(12 * KIBIBYTE ** 2);
}

export const sha1Of = (bytes: Uint8Array): string => createHash('sha1').update(bytes).digest('hex');

/** SHA-1 of a file as it is now; null when it is missing. */
export function sha1At(path: string): string | null {
  try {
    return sha1Of(readFileSync(path));
  } catch {
    return null;
  }
}

/** Writes over a file where it is, as editors without a safety copy do. */
export function writeInPlace({ ledger }: Hands, path: string, bytes: Buffer, words: string): void {
  const before = sha1At(path);
  const file = openSync(path, 'w');
  try {
    writeSync(file, bytes);
    if (before !== null) ledger.replaced(before);
    ledger.saved(sha1Of(bytes), words);
    // A client that put a newer version at this name between open and write leaves the tool with a file without a name: no
    // client can see such a write, so it is not owed.
    if (!isAt(path, fstatSync(file).ino)) ledger.raced(sha1Of(bytes));
  } finally {
    closeSync(file);
  }
}

function isAt(path: string, inode: number): boolean {
  try {
    return statSync(path).ino === inode;
  } catch {
    return false;
  }
}

/** Files below a folder, by path from it; Tandem's own files are left out. */
export function filesBelow(folder: string): string[] {
  return entriesBelow(folder)
    .filter((entry) => entry.isFile)
    .map((entry) => entry.path);
}

/** Folders below a folder, itself included as `''`. */
export function foldersBelow(folder: string): string[] {
  return [
    '',
    ...entriesBelow(folder)
      .filter((entry) => !entry.isFile)
      .map((entry) => entry.path),
  ];
}

function entriesBelow(folder: string): { readonly path: string; readonly isFile: boolean }[] {
  try {
    return readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() || entry.isDirectory())
      .map((entry) => ({
        path: join(entry.parentPath, entry.name).slice(folder.length + 1),
        isFile: entry.isFile(),
      }))
      .filter(({ path }) => !path.split('/').some((name) => name === '.tandem' || name === '.git'));
  } catch {
    // Another tool moved a folder while it was read; there will be another act.
    return [];
  }
}

/** Runs a program to its end; false when it failed or is missing. */
export async function run(program: string, args: readonly string[], folder: string): Promise<boolean> {
  const child = spawn(program, args, { cwd: folder, stdio: 'ignore', env: { ...process.env, ...GIT_PERSON } });
  const ended = once(child, 'close').catch(() => [1]);
  const [code] = await ended;
  return code === 0;
}

const GIT_PERSON = {
  GIT_AUTHOR_NAME: 'Ann',
  GIT_AUTHOR_EMAIL: 'ann@example.com',
  GIT_COMMITTER_NAME: 'Ann',
  GIT_COMMITTER_EMAIL: 'ann@example.com',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
};

/**
 * Records the work of a program that writes on its own: content new in the folder afterwards counts as saved,
 * missing content as replaced or deleted.
 */
export async function booked<Value>(
  { ledger, name }: Hands,
  folder: string,
  words: string,
  work: () => Promise<Value>,
): Promise<Value> {
  const before = contentsBelow(folder);
  const value = await work();
  const after = contentsBelow(folder);
  for (const [sha1, count] of after) {
    for (let more = before.get(sha1) ?? 0; more < count; more++) ledger.saved(sha1, `${name}: ${words}`);
  }
  for (const [sha1, count] of before) {
    for (let left = after.get(sha1) ?? 0; left < count; left++) ledger.replaced(sha1);
  }
  return value;
}

function contentsBelow(folder: string): Map<string, number> {
  const counts = new Map<string, number>();
  let entries: ReturnType<typeof readAll>;
  try {
    entries = readAll(folder);
  } catch {
    return counts;
  }
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const sha1 = sha1At(join(entry.parentPath, entry.name));
    if (sha1 !== null) counts.set(sha1, (counts.get(sha1) ?? 0) + 1);
  }
  return counts;
}

const readAll = (folder: string) => readdirSync(folder, { withFileTypes: true, recursive: true });
