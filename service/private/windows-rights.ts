import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { commandFor, isInProfile, onlyFor, othersIn, sidIn } from '../../contract/rules/windows-rights.ts';
import { UsageError } from '../options/usage-error.ts';

/** Runs a program of Windows and returns its output. */
export type RunTool = (program: 'icacls' | 'whoami', args: readonly string[]) => Promise<string>;

/**
 * Leaves a new folder to this user, or checks that an existing one is. On Windows, a folder takes over the rights of the one around it; only
 * the profile is kept from other users by Windows itself.
 * @throws UsageError if others have rights on it, or if the disk has no rights.
 */
export async function limitOnWindows(
  folder: string,
  isNew: boolean,
  { run = runTool, profile = homedir() }: { readonly run?: RunTool; readonly profile?: string } = {},
): Promise<void> {
  if (isInProfile(folder, profile)) return;
  const [sid, others] = await rightsOf(folder, isNew, run).catch((cause: unknown) => {
    throw new UsageError(`${folder} can't be closed to other users. Choose a folder in your profile.`, { cause });
  });
  if (others?.length === 0) return;
  throw new UsageError(
    `${folder} is open to other users. Choose another folder, or close it: ${commandFor(folder, sid)}`,
  );
}

async function rightsOf(folder: string, isNew: boolean, run: RunTool): Promise<[string, readonly string[] | null]> {
  const sid = sidIn(await run('whoami', ['/user', '/fo', 'csv', '/nh']));
  if (sid === null) throw new Error('whoami names no user.');
  if (isNew) await run('icacls', onlyFor(folder, sid));
  // `icacls` writes access lists to files only, in UTF-16.
  const file = path.join(tmpdir(), `tandem-rights-${randomBytes(16).toString('hex')}`);
  try {
    await run('icacls', [folder, '/save', file]);
    return [sid, othersIn(await readFile(file, 'utf16le'), sid)];
  } finally {
    await rm(file, { force: true });
  }
}

/** By its full path: a program of that name in the current folder is not asked. */
const runTool: RunTool = async (program, args) => {
  const file = path.join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32', `${program}.exe`);
  return (await promisify(execFile)(file, args, { windowsHide: true })).stdout;
};
