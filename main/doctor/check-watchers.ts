import { readFile } from 'node:fs/promises';
import { wholeNumber } from '../../preload/words/whole-number.ts';
import { counted } from '../engine/report/status/words.ts';
import { type Check, good } from './check.ts';

/** On Linux each watched folder takes one of a limited number of inotify watches. `folders`: number of folders in the sync roots. */
export async function checkWatchers(platform: string, folders: number): Promise<Check> {
  if (platform !== 'linux') return good('watchers', 'The system watches whole trees; nothing limits it.');
  const limit = await readFile('/proc/sys/fs/inotify/max_user_watches', 'utf8').then(Number, () => Number.NaN);
  if (Number.isNaN(limit)) return good('watchers', 'The limit of watched folders could not be read.');
  const sentence = `${counted(folders, 'folder is', 'folders are')} watched of ${wholeNumber(limit)} that the system allows.`;
  if (folders < limit * 0.8) return good('watchers', sentence);
  return {
    name: 'watchers',
    outcome: 'warning',
    sentence,
    remedy:
      'Raise fs.inotify.max_user_watches (sysctl); until then changes are found by looking everywhere now and then.',
  };
}
