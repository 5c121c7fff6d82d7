import { stat } from '../../../disk/disk.ts';
import { errnoOf } from './system-error.ts';

/** Whether both are on one volume. Null: `path` does not exist. */
export async function isOnVolumeOf(path: string, other: string): Promise<boolean | null> {
  const device = await deviceOf(path);
  return device === null ? null : device === (await deviceOf(other));
}

/**
 * Whether a path missing from this root may be back with its drive. An unplugged drive takes its mount point along, or leaves it bare, on
 * the volume of the state.
 */
export async function mayComeBack(path: string, root: string, state: string): Promise<boolean> {
  return (await deviceOf(path)) === null && (await isOnVolumeOf(root, state)) !== false;
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
