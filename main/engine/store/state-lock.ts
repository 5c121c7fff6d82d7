import { execFileSync } from 'node:child_process';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { closeToOthers, openPrivate } from '../../private/open-private.ts';

/** Another process is using this state folder. */
class StateInUseError extends Error {
  readonly code = 'state_in_use';
  readonly remedy = 'End that one, or use another state folder.';
  readonly pid: number;
  constructor(folder: string, pid: number) {
    super(`The state in "${folder}" is in use by another Tandem (process ${pid}).`);
    this.name = 'StateInUseError';
    this.pid = pid;
  }
}

/** Held as long as the process uses the state; `release` may be called twice. */
export type StateLock = { release(): void };

/**
 * Locks a state folder, creating it if missing. The lock records the process id and start time, so a stale lock from a crash or
 * reboot can be recognised and broken (E117). Throws `StateInUseError`.
 */
export function lockState(folder: string): StateLock {
  openPrivate('folder', folder);
  closeToOthers(folder);
  const path = join(folder, 'lock');
  const own = `${process.pid} ${startOf(process.pid) ?? 'unknown'}\n`;
  for (;;) {
    try {
      writeFileSync(path, own, { flag: 'wx', mode: 0o600 });
      return createLock(path, own);
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
    }
    const found = readText(path);
    const holder = holderIn(found);
    if (holder !== null && isAlive(holder)) throw new StateInUseError(folder, holder.pid);
    breakLock(path, own, found);
  }
}

type Holder = { readonly pid: number; readonly start: string };

function createLock(path: string, own: string): StateLock {
  let isHeld = true;
  return {
    release: () => {
      if (!isHeld) return;
      isHeld = false;
      // A process that judged our lock stale holds it now; leave its lock in place.
      if (readText(path) === own) rmSync(path, { force: true });
    },
  };
}

/**
 * If several processes find a stale lock, only one moves it away. One that is late moves the new lock of the first, and puts it back. RACE: a
 * third process may take the lock while it is away.
 */
function breakLock(path: string, own: string, stale: string | null): void {
  const aside = `${path}.stale-${own.split(' ')[0] ?? ''}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return;
    throw error;
  }
  try {
    if (readText(aside) !== stale) linkSync(aside, path);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

function holderIn(text: string | null): Holder | null {
  const [pid, ...start] = (text ?? '').trim().split(' ');
  const number = Number(pid);
  return Number.isSafeInteger(number) && number > 0 ? { pid: number, start: start.join(' ') } : null;
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

function isAlive({ pid, start }: Holder): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process exists but belongs to another user.
    if (!hasCode(error, 'EPERM')) return false;
  }
  const now = startOf(pid);
  return now === null || start === 'unknown' || now === start;
}

/** The start time of a process, in the system's own format; null if unavailable. */
function startOf(pid: number): string | null {
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // The program name, in parentheses, may contain spaces; the start time is the 20th field after it.
      return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
    }
    if (process.platform === 'win32') return null;
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null;
  } catch {
    // No such process, or no way to find out: the process id alone decides.
    return null;
  }
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
