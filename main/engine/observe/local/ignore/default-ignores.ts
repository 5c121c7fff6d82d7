import { FOLDER_COMPANIONS } from '../../../model/names/folder-companions.ts';

/** File systems rename a deleted file that is still open to such names. Unlike other ignored names, this one always means a delete. */
export const meansDeleted = (name: string): boolean => /^\.(?:fuse_hidden|nfs[0-9a-f]{8})/i.test(name);

/**
 * The built-in ignore rules, in gitignore syntax. A user's rule or a `.tandemignore` line can negate them (`!Thumbs.db`). They cover only
 * files that users never create themselves:
 * - lock and owner files, which mean "open on this computer" and confuse every other one (edge case 49);
 * - swap and temporary files with names that only their program uses (41, 47);
 * - files that operating systems put into folders for their own use.
 *
 * Left out on purpose: hidden files (42); `*.tmp` and `*.bak`, which users also create; names of eight hexadecimal digits without an
 * extension and vim's `4913`, which may be a user's file and usually disappear within the settling time anyway.
 */
export const DEFAULT_IGNORES: readonly string[] = [
  '~$*',
  '.~lock.*#',
  '*.swp',
  '*.swo',
  '*.swx',
  '~WRL[0-9]*.tmp',
  '~WRD[0-9]*.tmp',
  '[0-9A-F][0-9A-F][0-9A-F][0-9A-F][0-9A-F][0-9A-F][0-9A-F][0-9A-F].tmp',
  '.goutputstream-*',
  '.fuse_hidden*',
  '.nfs[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]*',
  ...FOLDER_COMPANIONS,
  '.Spotlight-V100/',
  '.Trashes/',
  '.fseventsd/',
  '.Trash-*/',
  '$RECYCLE.BIN/',
  'System Volume Information/',
  'lost+found/',
];
