import { execFile } from 'node:child_process';

/** Copies what hangs on a file besides its bytes and its mode onto the file that is to take its place. Never rejects. */
export type AttributeKeeper = (from: string, to: string) => Promise<void>;

/** A disk that answers no sooner keeps nobody from a new version. */
const LONGEST_MS = 5_000;

/**
 * Extended attributes and access lists outlive a replacement (edge case 63). Node knows neither, so on Linux the system's own
 * `cp` carries them over: some milliseconds for each file that is replaced, none for a new one. Where `cp` cannot (it is
 * another one than GNU's) it is asked once and never again.
 *
 * What lost: writing through the old file, which keeps everything, and lets people see half a version; a native module, for
 * one call. Not covered: extended attributes and resource forks on macOS, alternate streams on Windows; and nowhere the time
 * of birth, which no call sets. A disk that refuses an attribute does not hold back the content.
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
