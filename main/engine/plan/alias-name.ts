import { diskNameTrouble } from '../model/disk-names.ts';
import type { PlanSettings } from '../model/plan.ts';
import { STATE_FOLDER } from '../model/state-folder.ts';
import { cutToFit, diskNameFault, splitExtension } from './names.ts';

/**
 * Names that stand on this disk for names that it cannot hold (SPEC P35): an alias. What the disk refuses is written with a
 * look-alike: `a:b` as `a\uff1ab`, `CON.txt` with a wide C. So a person reads the same, and the name can be told from the alias. What
 * is too long, or differs from a sibling in case only, gets a mark made of its whole name: `stem~k3f9a2.txt`. Both depend on
 * the name alone, so that two computers, and one that lost its state, find the same alias.
 */

const WINDOWS_FORBIDDEN = /[<>:"|?*\\\u0001-\u001f]/g;
/** Look-alikes of what `WINDOWS_FORBIDDEN` names. */
const STAND_INS = /[\uff1c\uff1e\uff1a\uff02\uff5c\uff1f\uff0a\uff3c\u2401-\u241f]/g;
const TAG = /~[0-9a-z]{6}$/;
const TAG_LENGTH = 6;

/** The aliases of a name, the best first; empty: nothing can stand for it (it is no name of a file anywhere, edge case 35). */
export function aliasNames(name: string, settings: PlanSettings): readonly string[] {
  if (name === '' || name === '.' || name === '..' || /[\0/]/.test(name) || !name.isWellFormed()) return [];
  const written = withStandIns(name, settings);
  const isReadBack = written !== name && nameBehind(written, settings) === name;
  return [...(isReadBack ? [written] : []), tagged(name, written, settings)].filter(
    (alias) => diskNameFault(alias, settings) === null,
  );
}

/** The name that a look-alike stands for; null: it stands for none. */
export function nameBehind(alias: string, settings: PlanSettings): string | null {
  const plain =
    settings.platform === 'windows' ? alias.replace(STAND_INS, original).replace(/[\uff0e\u2420]$/, original) : alias;
  const names = [plain, plain.replace(/^[\uff01-\uff5e]/, original)];
  return names.find((name) => name !== alias && withStandIns(name, settings) === alias) ?? null;
}

/** May the name be one with a mark? Only then is it worth the while to look for what it stands for. */
export const isTagged = (name: string): boolean => TAG.test(splitExtension(name)[0]);

function withStandIns(name: string, settings: PlanSettings): string {
  const isWindows = settings.platform === 'windows';
  const held = isWindows ? name.replace(WINDOWS_FORBIDDEN, standIn).replace(/[. ]$/, standIn) : name;
  const isState = held.toLowerCase() === STATE_FOLDER;
  return isState || diskNameTrouble(held, settings) === 'reserved' ? held.replace(/^./u, standIn) : held;
}

function tagged(name: string, written: string, settings: PlanSettings): string {
  const [stem, extension] = splitExtension(written);
  const mark = `~${tagOf(name)}`;
  const fits = (text: string): boolean => diskNameTrouble(text, settings) !== 'too_long';
  // An extension of absurd length is none.
  if (!fits(`_${mark}${extension}`)) return cutToFit(written, (part) => fits(part + mark)) + mark;
  return cutToFit(stem, (part) => fits(part + mark + extension)) + mark + extension;
}

/** FNV-1a over the units of the name: no secret, only the same everywhere and seldom the same for two siblings. */
function tagOf(name: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < name.length; index++) {
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193) >>> 0;
  }
  return (hash % 36 ** TAG_LENGTH).toString(36).padStart(TAG_LENGTH, '0');
}

/** Printable ASCII has a wide form, control characters and the blank have a picture. */
function standIn(character: string): string {
  const code = character.charCodeAt(0);
  return String.fromCharCode(code > 0x20 && code < 0x7f ? code + 0xfee0 : code <= 0x20 ? 0x2400 + code : code);
}

function original(character: string): string {
  const code = character.charCodeAt(0);
  return String.fromCharCode(code >= 0xff01 && code <= 0xff5e ? code - 0xfee0 : code - 0x2400);
}
