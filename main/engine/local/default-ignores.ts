/**
 * What file systems rename a deleted file to for as long as a program has it open: a file that has such a name now was deleted,
 * whatever else a name that is left out may mean.
 */
export const meansDeleted = (name: string): boolean => /^\.(?:fuse_hidden|nfs[0-9a-f]{8})/i.test(name);

/**
 * What is left out from the start, in the grammar of gitignore; a line of a person, or of a `.tandemignore`, takes it back
 * (`!Thumbs.db`). Only what no person ever made as a file of their own:
 * - lock and owner files, which mean "open on this computer" and confuse every other one (edge case 49);
 * - swap and temporary files with names that only their program uses (41, 47);
 * - what systems put into folders for themselves.
 *
 * Not here on purpose: hidden files (42); `*.tmp` and `*.bak`, which people use too; names of eight hexadecimal digits
 * without an extension and vim's `4913`, which may be a person's and live for less than the settling time anyway.
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
  '.DS_Store',
  'Thumbs.db',
  'desktop.ini',
  '.Spotlight-V100/',
  '.Trashes/',
  '.fseventsd/',
  '.Trash-*/',
  '$RECYCLE.BIN/',
  'System Volume Information/',
  'lost+found/',
];
