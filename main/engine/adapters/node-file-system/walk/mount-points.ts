import { basename, join } from 'node:path';
import { readFileSync, realpathSync } from '../../../../disk/disk.ts';
import { errnoOf } from '../system-error.ts';

/** Where volumes and folders are mounted. Only this shows a mount from the same disk: it has the device number of its parent. */
export type MountPoints = {
  /** `directory`: of a listing, so no link leads below it. */
  has(directory: string, name: string): boolean;
};

const NONE: MountPoints = { has: () => false };

/** `table`: the path of the system's own list (`proc_pid_mountinfo(5)`); null: the system has none. */
export function readMountPoints(table: string | null): MountPoints {
  const text = table === null ? '' : read(table);
  if (text === '') return NONE;
  const paths = new Set(text.split('\n').map(mountPointOf));
  const names = new Set([...paths].map((path) => basename(path)));
  // The name decides nearly always, without a question to the disk.
  return { has: (directory, name) => names.has(name) && paths.has(join(realpathSync.native(directory), name)) };
}

/** Without its table, a system shows mounts by their devices alone. Any other failure fails the listing: a mount would look like a folder. */
function read(table: string): string {
  try {
    return readFileSync(table, 'utf8');
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return '';
    throw error;
  }
}

/** The fifth field. Blanks, line feeds and backslashes in it are written as octal numbers. */
const mountPointOf = (line: string): string =>
  (line.split(' ', 5)[4] ?? '').replaceAll(/\\([0-7]{3})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 8)),
  );
