import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockData } from '../../../../service/adapters/data-lock.ts';
import { sentenceFor } from '../../../../service/error-sentence.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'tandem-lock-'));
});
afterEach(() => {
  chmodSync(folder, 0o700);
  rmSync(folder, { recursive: true });
});

/** The sentence of a lock that fails. */
function refusalOf(directory: string): string {
  try {
    lockData(directory).release();
  } catch (error) {
    return sentenceFor(error);
  }
  return 'locked';
}

/** Runs as someone who is not an administrator, whom permissions stop. */
function withoutRights<T>(work: () => T): T {
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(65_534);
  try {
    return work();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

test('a directory is locked once at a time', () => {
  const lock = lockData(folder);
  expect(refusalOf(folder)).toContain('is in use by another tandem-service');
  // The refused attempt must not end the lock either: closing a file drops the locks that this process has on it.
  expect(refusalOf(folder)).toContain('is in use by another tandem-service');
  lock.release();
  expect(refusalOf(folder)).toBe('locked');
});

test.runIf(process.platform !== 'win32')('a directory that cannot be written to is named', () => {
  const denied = `This user has no write access to ${path.join(folder, 'service.lock')}. Choose another directory with --data.`;
  chmodSync(folder, 0o555);
  expect(withoutRights(() => refusalOf(folder))).toBe(denied);
});
