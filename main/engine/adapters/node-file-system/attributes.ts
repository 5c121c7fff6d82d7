import { execFile } from 'node:child_process';

/** Copies everything except content and mode from the replaced file to its replacement. Never rejects. */
export type AttributeKeeper = (from: string, to: string) => Promise<void>;

/** A slow disk must not block a new version for longer than this. */
const LONGEST_MS = 5_000;

/**
 * Extended attributes and ACLs survive a replacement (edge case 63). Node can't copy them, so on Linux GNU `cp` does: a few
 * milliseconds per replaced file, none for a new one. If this `cp` lacks the options, it is not called again.
 *
 * Rejected: writing into the old file, which keeps everything but exposes half a version; a native module for a single call. Not
 * covered: extended attributes, ACLs and resource forks on macOS, ACLs and alternate streams on Windows, and the birth time, which no
 * system call can set. A disk that refuses an attribute does not block the content.
 */
export function createAttributeKeeper(): AttributeKeeper {
  if (process.platform !== 'linux') return () => Promise.resolve();
  let isAble = true;
  return async (from, to) => {
    if (!isAble) return;
    isAble = (await copyAttributes(from, to)) !== 'unable';
  };
}

function copyAttributes(from: string, to: string): Promise<'done' | 'unable'> {
  const options = ['--attributes-only', '--preserve=mode,xattr', '--no-dereference', '--', from, to];
  return new Promise((resolve) => {
    execFile('cp', options, { timeout: LONGEST_MS, env: { ...process.env, LC_ALL: 'C' } }, (error, _out, complaint) => {
      const isUnknown =
        error !== null && (error.code === 'ENOENT' || /unrecognized option|invalid option/.test(complaint));
      resolve(isUnknown ? 'unable' : 'done');
    });
  });
}
