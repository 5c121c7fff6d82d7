import { access, constants, statfs } from 'node:fs/promises';
import { type Check, good } from './check.ts';

/** With less free space (bytes), downloads will probably stop soon. */
const littleBytes = 1024 ** 3;

/** Checks that the state folder is writable and that the disks of the state and sync folders have free space. */
export async function checkDisk(state: string, folders: readonly string[]): Promise<readonly Check[]> {
  return [await checkState(state), ...(await Promise.all([state, ...folders].map(checkRoom)))];
}

async function checkState(state: string): Promise<Check> {
  try {
    await access(state, constants.R_OK | constants.W_OK);
    return good('state', `The state in ${state} can be read and written.`);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    if (code === 'ENOENT') return good('state', `There is no state in ${state} yet; the first sync makes it.`);
    return {
      name: 'state',
      outcome: 'problem',
      sentence: `The state in ${state} cannot be read and written (${code}).`,
      remedy: 'Check its permissions, or use another state folder with --state.',
    };
  }
}

async function checkRoom(folder: string): Promise<Check> {
  try {
    const { bavail, bsize } = await statfs(folder);
    const free = bavail * bsize;
    const gib = (free / 1024 ** 3).toFixed(1);
    if (free >= littleBytes) return good('disk', `${gib} GiB are free where ${folder} lies.`);
    return {
      name: 'disk',
      outcome: 'warning',
      sentence: `Only ${gib} GiB are free where ${folder} lies.`,
      remedy: 'Free some space; what does not fit waits and nothing is lost.',
    };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    if (code === 'ENOENT') {
      return {
        name: 'disk',
        outcome: 'warning',
        sentence: `The folder ${folder} does not exist.`,
        remedy: 'Bring its disk back, or remove the sync root: nothing is deleted because of it.',
      };
    }
    return good('disk', `The free space of ${folder} could not be asked (${code}).`);
  }
}
