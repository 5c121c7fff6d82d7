import { type DiskNames, diskNameTrouble } from '../../model/names/disk-names.ts';
import { cutToFit, diskNameFault, splitExtension } from './names.ts';

/**
 * Aliases: local names for items whose remote names this disk can't hold (SPEC P35). Forbidden characters get look-alikes: `a:b`
 * becomes `a\uff1ab`, `CON.txt` gets a wide C. The user reads the same name, and it can be derived from the alias. A name that is
 * too long, or that the disk takes for a sibling's, gets a tag hashed from the full name: `stem~k3f9a2.txt`; if the disk does not
 * know its characters, those are left out. All depend only on the name, so two devices, or one that lost its state, find the same alias.
 */

const WINDOWS_FORBIDDEN = /[<>:"|?*\\\u0001-\u001f]/g;
/** Look-alikes of the characters in `WINDOWS_FORBIDDEN`. */
const STAND_INS = /[\uff1c\uff1e\uff1a\uff02\uff5c\uff1f\uff0a\uff3c\u2401-\u241f]/g;
const TAG = /~[0-9a-z]{6}$/;
const TAG_LENGTH = 6;

/** The aliases of a name, best first; empty: no alias is possible (not a valid file name on any system, edge case 35). */
export function aliasNames(name: string, settings: DiskNames): readonly string[] {
  if (name === '' || name === '.' || name === '..' || /[\0/]/.test(name) || !name.isWellFormed()) return [];
  const written = withStandIns(name, settings);
  const isReadBack = written !== name && nameBehind(written, settings) === name;
  const plain = written.replaceAll(/\P{ASCII}+/gu, '_');
  const marked = [written, plain].map((text) => tagged(name, text, settings));
  return [...new Set([...(isReadBack ? [written] : []), ...marked])].filter(
    (alias) => diskNameFault(alias, settings) === null,
  );
}

/** The name that a look-alike alias stands for; null: none. */
export function nameBehind(alias: string, settings: DiskNames): string | null {
  const plain =
    settings.platform === 'windows' ? alias.replace(STAND_INS, original).replace(/[\uff0e\u2420]$/, original) : alias;
  const names = [plain, plain.replace(/^[\uff01-\uff5e]/, original)];
  return names.find((name) => name !== alias && withStandIns(name, settings) === alias) ?? null;
}

/** Could this name carry a tag? Only then is the search for its original worthwhile. */
export const isTagged = (name: string): boolean => TAG.test(splitExtension(name)[0]);

function withStandIns(name: string, settings: DiskNames): string {
  const isWindows = settings.platform === 'windows';
  const held = isWindows ? name.replace(WINDOWS_FORBIDDEN, standIn).replace(/[. ]$/, standIn) : name;
  const trouble = diskNameTrouble(held, settings);
  return trouble === 'state_folder' || trouble === 'reserved' ? held.replace(/^./u, standIn) : held;
}

function tagged(name: string, written: string, settings: DiskNames): string {
  const [stem, extension] = splitExtension(written);
  const mark = `~${tagOf(name)}`;
  const fits = (text: string): boolean => diskNameTrouble(text, settings) !== 'too_long';
  // An absurdly long extension does not count as one.
  if (!fits(`_${mark}${extension}`)) return cutToFit(written, (part) => fits(part + mark)) + mark;
  return cutToFit(stem, (part) => fits(part + mark + extension)) + mark + extension;
}

/** FNV-1a over the name's code units: needs no secrecy, only the same result everywhere and few collisions among siblings. */
function tagOf(name: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < name.length; index++) {
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193) >>> 0;
  }
  return (hash % 36 ** TAG_LENGTH).toString(36).padStart(TAG_LENGTH, '0');
}

/** Printable ASCII has a wide form; control characters and the space have symbols. */
function standIn(character: string): string {
  const code = character.charCodeAt(0);
  return String.fromCharCode(code > 0x20 && code < 0x7f ? code + 0xfee0 : code <= 0x20 ? 0x2400 + code : code);
}

function original(character: string): string {
  const code = character.charCodeAt(0);
  return String.fromCharCode(code >= 0xff01 && code <= 0xff5e ? code - 0xfee0 : code - 0x2400);
}
