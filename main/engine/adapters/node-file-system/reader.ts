import { constants, open } from '../../../disk/disk.ts';
import type { FileReader } from '../../ports/file-system.ts';
import { type Disk, statOf } from './disk.ts';
import { assertRealParents } from './real-parents.ts';
import { attempt, refusal } from './system-error.ts';

export function openRead(disk: Disk, path: string): Promise<FileReader> {
  const action = 'read the file';
  return attempt(action, path, async () => {
    await assertRealParents(path, action);
    // Without O_NONBLOCK, a named pipe in place of a file would block the call forever.
    const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const opened = await handle.stat({ bigint: true });
    if (!opened.isFile()) {
      await handle.close();
      throw refusal('changed', action, path);
    }
    // The first `stat` reuses the one taken at open: nothing was read before it.
    let first: typeof opened | null = opened;
    return {
      stat: () =>
        attempt(action, path, async () => {
          const stats = first ?? (await handle.stat({ bigint: true }));
          first = null;
          return statOf(disk, path, stats);
        }),
      read: (target, offset) =>
        attempt(action, path, async () => {
          let filled = 0;
          while (filled < target.byteLength) {
            const { bytesRead } = await handle.read(target, filled, target.byteLength - filled, offset + filled);
            if (bytesRead === 0) break;
            filled += bytesRead;
          }
          return filled;
        }),
      close: () => attempt('close the file', path, () => handle.close()),
    };
  });
}
