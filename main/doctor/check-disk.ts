import { access, constants, statfs } from 'node:fs/promises';
import { type Check, good } from './check.ts';

/** With less free space (bytes), downloads will probably stop soon. */
const littleBytes = 1_000_000_000;

/** Checks that the state folder is writable and that the disks of the state and sync folders have free space. */
export async function checkDisk(state: string, folders: readonly string[]): Promise<readonly Check[]> {
  const found = await checkState(state);
  const places = found === null ? folders : [state, ...folders];
  const missing = good('state', `No state in ${state} yet. The first sync creates it.`);
  return [found ?? missing, ...(await Promise.all(places.map(checkRoom)))];
}

/** Null: there is none yet. */
async function checkState(state: string): Promise<Check | null> {
  try {
    await access(state, constants.R_OK | constants.W_OK);
    return good('state', `The state in ${state} is readable and writable.`);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    if (code === 'ENOENT') return null;
    return {
      name: 'state',
      outcome: 'problem',
      sentence: `The state in ${state} can't be read or written (${code}).`,
      remedy: 'Check its permissions, or use another state folder with --state.',
    };
  }
}

async function checkRoom(folder: string): Promise<Check> {
  try {
    const { bavail, bsize } = await statfs(folder);
    const free = bavail * bsize;
    const room = `${(free / 1e9).toFixed(1)} GB free on the disk of ${folder}.`;
    if (free >= littleBytes) return good('disk', room);
    return {
      name: 'disk',
      outcome: 'warning',
      sentence: `Only ${room}`,
      remedy: 'Free up some space. Files that do not fit wait, and nothing is lost.',
    };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    if (code === 'ENOENT') {
      return {
        name: 'disk',
        outcome: 'warning',
        sentence: `The folder ${folder} doesn't exist.`,
        remedy: 'Reconnect its disk, or remove the sync root. Nothing is deleted because of it.',
      };
    }
    return good('disk', `The free space of ${folder} is unknown (${code}).`);
  }
}
