import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandFor, isInProfile, onlyFor, othersIn, sidIn } from '../../contract/rules/windows-rights.ts';
import { NotPrivateError } from './not-private-error.ts';

/** Runs a program of Windows and returns its output. */
export type RunTool = (program: 'icacls' | 'whoami', args: readonly string[]) => string;

/** The rights of folders on Windows, where a folder takes over those of the one around it. */
export type WindowsRights = {
  /** Leaves a new folder to this user. */
  limit(folder: string): void;
  /** @throws NotPrivateError if others have rights on it. */
  check(folder: string): void;
};

/** Of folders outside the profile: Windows keeps the profile itself from other users. */
export function windowsRights(run: RunTool = runTool, profile = homedir()): WindowsRights {
  const ownSid = (folder: string): string => {
    const sid = sidIn(run('whoami', ['/user', '/fo', 'csv', '/nh']));
    if (sid === null) throw new NotPrivateError(`Windows doesn't say who may open ${folder}.`, INSIDE);
    return sid;
  };
  const orRefuse = (folder: string, work: () => void): void => {
    if (isInProfile(folder, profile)) return;
    try {
      work();
    } catch (cause) {
      if (cause instanceof NotPrivateError) throw cause;
      // As on a disk with FAT, which has no rights.
      throw new NotPrivateError(`${folder} can't be closed to other users.`, INSIDE, { cause });
    }
  };
  return {
    limit: (folder) => orRefuse(folder, () => void run('icacls', onlyFor(folder, ownSid(folder)))),
    check: (folder) =>
      orRefuse(folder, () => {
        const sid = ownSid(folder);
        const others = othersIn(savedBy(run, folder), sid);
        if (others?.length === 0) return;
        throw new NotPrivateError(`${folder} is open to other users.`, `Run: ${commandFor(folder, sid)}`);
      }),
  };
}

const INSIDE = 'Choose a folder in your profile.';

/** `icacls` writes access lists to files only, in UTF-16. */
function savedBy(run: RunTool, folder: string): string {
  const file = join(tmpdir(), `tandem-rights-${randomBytes(16).toString('hex')}`);
  try {
    run('icacls', [folder, '/save', file]);
    return readFileSync(file, 'utf16le');
  } finally {
    rmSync(file, { force: true });
  }
}

/** By its full path, so that a program of that name in the current folder does not run instead. */
const runTool: RunTool = (program, args) =>
  execFileSync(join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32', `${program}.exe`), args, {
    encoding: 'utf8',
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
