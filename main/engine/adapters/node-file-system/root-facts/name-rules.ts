import { errnoOf } from '../system-error.ts';

/** Error codes from disks that allow no `?` or `:` in a name: FAT and exFAT under Linux, NTFS mounted with Windows names. */
const REFUSED: ReadonlySet<string | null> = new Set(['EINVAL', 'EILSEQ', 'ENOENT', 'EIO', 'EPERM', 'EACCES']);

/**
 * Does this disk follow POSIX or Windows name rules? A stick formatted for Windows keeps its rules under every system (edge case
 * 33). `make` creates and removes a file of this name in a folder that has just accepted other files.
 */
export async function nameRules(
  make: (name: string) => Promise<void>,
  name: string,
  platform: NodeJS.Platform = process.platform,
): Promise<'posix' | 'windows'> {
  if (platform === 'win32') return 'windows';
  try {
    await make(`${name}-?:`);
    return 'posix';
  } catch (error) {
    if (REFUSED.has(errnoOf(error))) return 'windows';
    throw error;
  }
}
