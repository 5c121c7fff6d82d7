import { STATE_FOLDER } from './state-folder.ts';

/** Which names an item can have on a disk. Pure, so that the planner can block a name before any transfer (edge cases 33 to 39). */

/** The disk's naming limits; part of the planner's settings. */
export type DiskNames = {
  readonly platform: 'posix' | 'windows';
  /** In UTF-8 bytes (Linux, macOS) or UTF-16 units (Windows). */
  readonly nameLimit: { readonly length: number; readonly unit: 'utf8' | 'utf16' };
};

export type DiskNameTrouble =
  | 'empty'
  | 'dots'
  | 'separator'
  | 'nul'
  | 'not_unicode'
  | 'too_long'
  | 'state_folder'
  | 'forbidden_character'
  | 'reserved'
  | 'trailing_dot_or_space';

const WINDOWS_FORBIDDEN = /[<>:"|?*\u0001-\u001f]/;
/** Reserved by Windows with and without an extension; the superscript digits count as digits. */
const WINDOWS_RESERVED = /^(con|prn|aux|nul|(com|lpt)[0-9\u00b9\u00b2\u00b3]|conin\$|conout\$)\s*(\..*)?$/i;

/**
 * Why an item can't have this name on a disk; null: it can. Does not check siblings. The state folder's name is refused at every
 * depth: the contents of a shared folder must not turn it into a sync root.
 */
export function diskNameTrouble(name: string, disk: DiskNames): DiskNameTrouble | null {
  if (name === '') return 'empty';
  if (name === '.' || name === '..') return 'dots';
  if (name.includes('\0')) return 'nul';
  if (name.includes('/') || (disk.platform === 'windows' && name.includes('\\'))) return 'separator';
  if (isStateFolder(name)) return 'state_folder';
  if (!name.isWellFormed()) return 'not_unicode';
  if (nameLength(name, disk) > disk.nameLimit.length) return 'too_long';
  return disk.platform === 'windows' ? windowsTrouble(name) : null;
}

/** A similar name that the disk can hold, suggested to the user. Keeps the extension and cuts between characters. */
export function suggestedDiskName(name: string, disk: DiskNames): string {
  const replaced = name.toWellFormed().replaceAll(/[\0/]/g, '_');
  const allowed = disk.platform === 'windows' ? windowsName(replaced) : replaced;
  const named = allowed === '' || allowed === '.' || allowed === '..' ? allowed.replaceAll('.', '_') || '_' : allowed;
  return fitted(isStateFolder(named) ? `${named}_` : named, disk);
}

/** In any letters: many disks don't tell their case apart. */
const isStateFolder = (name: string): boolean => name.toLowerCase() === STATE_FOLDER;

/** The length of a name in this disk's unit. */
export function nameLength(name: string, { nameLimit }: DiskNames): number {
  switch (nameLimit.unit) {
    case 'utf8':
      return utf8Length(name);
    case 'utf16':
      return name.length;
  }
}

function windowsTrouble(name: string): DiskNameTrouble | null {
  if (WINDOWS_FORBIDDEN.test(name)) return 'forbidden_character';
  if (/[. ]$/.test(name)) return 'trailing_dot_or_space';
  return WINDOWS_RESERVED.test(name) ? 'reserved' : null;
}

function windowsName(name: string): string {
  const plain = name.replaceAll(/[<>:"|?*\\\u0001-\u001f]/g, '_').replace(/[. ]+$/, '');
  return WINDOWS_RESERVED.test(plain) ? `_${plain}` : plain;
}

/** Cuts the stem, grapheme by grapheme, until the name fits (edge case 40). */
function fitted(name: string, disk: DiskNames): string {
  if (nameLength(name, disk) <= disk.nameLimit.length) return name;
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 && nameLength(name.slice(dot), disk) <= disk.nameLimit.length / 2 ? name.slice(dot) : '';
  const room = disk.nameLimit.length - nameLength(extension, disk);
  let stem = '';
  for (const { segment } of new Intl.Segmenter('und').segment(name.slice(0, name.length - extension.length))) {
    if (nameLength(stem + segment, disk) > room) break;
    stem += segment;
  }
  return stem + extension;
}

/** Computed without encoding: the planner has no encoder. A lone surrogate counts as its replacement character. */
function utf8Length(name: string): number {
  let bytes = 0;
  for (const character of name) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
