import { dirname } from 'node:path';
import { stat } from '../../../disk/disk.ts';
import { errnoOf } from './system-error.ts';

/** Whether both are on one volume. Null: `path` does not exist. */
export async function isOnVolumeOf(path: string, other: string): Promise<boolean | null> {
  const device = await deviceOf(path);
  return device === null ? null : device === (await deviceOf(other));
}

/**
 * Whether a missing path may be back with its drive. An unplugged drive leaves its bare mount point, which is on the volume of the state,
 * or nothing.
 */
export async function mayComeBack(path: string, state: string): Promise<boolean> {
  for (let at = path; ; at = dirname(at)) {
    const isNear = await isOnVolumeOf(at, state);
    if (isNear !== null) return isNear && at !== path;
    if (at === dirname(at)) return true;
  }
}

async function deviceOf(path: string): Promise<bigint | null> {
  try {
    return (await stat(path, { bigint: true })).dev;
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === 'ENOENT' || errno === 'ENOTDIR') return null;
    throw error;
  }
}
