import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FileLock, lockFile } from '../../private/file-lock.ts';
import { closeToOthers, openPrivate } from '../../private/open-private.ts';

/** Another process is using this state folder. */
class StateInUseError extends Error {
  readonly code = 'state_in_use';
  readonly remedy = 'End that one, or use another state folder.';
  /** Null: it has not written its number yet. */
  readonly pid: number | null;
  constructor(folder: string, pid: number | null) {
    const who = pid === null ? '' : ` (process ${pid})`;
    super(`The state in "${folder}" is in use by another Tandem${who}.`);
    this.name = 'StateInUseError';
    this.pid = pid;
  }
}

/** Held as long as the process uses the state. */
export type StateLock = FileLock;

/**
 * Locks a state folder, creating it if missing. The lock ends with its process, even after a crash (E117); the number of the process is kept
 * beside it, for the message only. Throws `StateInUseError`.
 */
export function lockState(folder: string): StateLock {
  openPrivate('folder', folder);
  closeToOthers(folder);
  const holder = join(folder, 'state.pid');
  const lock = lockFile(join(folder, 'state.lock'));
  if (lock === null) throw new StateInUseError(folder, pidIn(holder));
  noteHolder(holder);
  return lock;
}

function noteHolder(path: string): void {
  try {
    rmSync(path, { force: true });
    writeFileSync(path, `${process.pid}\n`, { mode: 0o600 });
  } catch {
    // A full disk: a refused process says less.
  }
}

function pidIn(path: string): number | null {
  try {
    const pid = Number(readFileSync(path, 'utf8'));
    return Number.isSafeInteger(pid) && pid > 0 ? pid : null;
  } catch {
    return null;
  }
}
