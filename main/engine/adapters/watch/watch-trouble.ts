import type { WatchTrouble } from '../../ports/watcher.ts';

/** Why the system can't watch a folder, by its error code (edge case 118). */
export const watchTrouble = (errno: string | null, path: string): WatchTrouble => ({
  why: reasonOf(errno),
  path,
  errno,
});

function reasonOf(errno: string | null): WatchTrouble['why'] {
  switch (errno) {
    case 'ENOSPC':
      return 'too_many_folders';
    case 'EMFILE':
    case 'ENFILE':
      return 'too_many_watchers';
    case 'EACCES':
    case 'EPERM':
      return 'denied';
    default:
      return 'failed';
  }
}
