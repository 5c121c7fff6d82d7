import { assertNever } from '../model/assert-never.ts';
import { type DiskNames, type DiskNameTrouble, diskNameTrouble } from '../model/disk-names.ts';
import { STATE_FOLDER } from '../model/state-folder.ts';

/** Why a name cannot be taken over by a side. */
export type NameFault = { readonly why: 'not_allowed' | 'too_long'; readonly reason: string };

/** Longest name that the service takes, in Unicode characters (service-api.md 4.1). */
const SERVICE_NAME_LENGTH = 255;

/** The service's rule for names (service-api.md 4.1). A test holds it against the contract's own. */
export function serviceNameFault(name: string): NameFault | null {
  const refuse = (reason: string): NameFault => ({ why: 'not_allowed', reason });
  if (name.length === 0) return refuse('it is empty');
  if (!name.isWellFormed()) return refuse('it is not valid Unicode');
  if ([...name].length > SERVICE_NAME_LENGTH) {
    return { why: 'too_long', reason: `it is longer than ${SERVICE_NAME_LENGTH} characters` };
  }
  if (name === '.' || name === '..') return refuse(`"${name}" has a meaning of its own`);
  if (/[/\\]/.test(name)) return refuse('it contains "/" or "\\"');
  if (hasControlCharacter(name)) return refuse('it contains a control character');
  if (name.endsWith(' ')) return refuse('it ends with a space');
  return null;
}

/**
 * Can this disk hold the name? That of the state folder is refused at every depth: a folder that somebody shares must not become a
 * sync root by what is in it.
 */
export function diskNameFault(name: string, settings: DiskNames): NameFault | null {
  if (name.toLowerCase() === STATE_FOLDER) {
    return { why: 'not_allowed', reason: 'Tandem keeps its own state under this name' };
  }
  const trouble = diskNameTrouble(name, settings);
  if (trouble === null) return null;
  return { why: trouble === 'too_long' ? 'too_long' : 'not_allowed', reason: troubleInWords(trouble, settings) };
}

function troubleInWords(trouble: DiskNameTrouble, { nameLimit }: DiskNames): string {
  switch (trouble) {
    case 'empty':
      return 'it is empty';
    case 'dots':
      return 'it has a meaning of its own on disk';
    case 'separator':
      return 'it contains a character that separates folders';
    case 'nul':
      return 'it contains a NUL character';
    case 'not_unicode':
      return 'it is not valid Unicode';
    case 'too_long':
      return `this disk holds names of ${nameLimit.length} ${nameLimit.unit === 'utf8' ? 'bytes' : 'characters'}`;
    case 'forbidden_character':
      return 'it contains a control character or one of < > : " | ? *';
    case 'reserved':
      return 'Windows keeps this name for a device';
    case 'trailing_dot_or_space':
      return 'it ends with a dot or a space';
    default:
      return assertNever(trouble);
  }
}

function hasControlCharacter(name: string): boolean {
  for (let index = 0; index < name.length; index++) {
    const code = name.charCodeAt(index);
    if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return true;
  }
  return false;
}

/** Splits a name before its extension. A leading dot is part of the stem: `.profile` has no extension. */
export function splitExtension(name: string): readonly [stem: string, extension: string] {
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? [name, ''] : [name.slice(0, dot), name.slice(dot)];
}

/** The name that `whole` makes of the stem, cut so that the disk and the service can hold it. Null when even an empty stem is too long. */
export function fitted(stem: string, whole: (part: string) => string, disk: DiskNames): string | null {
  const fits = (part: string): boolean =>
    diskNameFault(whole(part), disk)?.why !== 'too_long' && serviceNameFault(whole(part))?.why !== 'too_long';
  return fits('') ? whole(cutToFit(stem, fits)) : null;
}

/** The longest part of `text` that passes `fits`, cut between what people see as characters (edge case 40). */
export function cutToFit(text: string, fits: (part: string) => boolean): string {
  if (fits(text)) return text;
  const graphemes = [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)].map(
    (part) => part.segment,
  );
  let [low, high] = [0, graphemes.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(graphemes.slice(0, middle).join(''))) low = middle;
    else high = middle - 1;
  }
  return graphemes.slice(0, low).join('');
}
