import type { NameFaultArgs, NameFaultCode } from '../../../../preload/words/codes/problems.ts';
import { type DiskNames, diskNameTrouble } from '../../model/names/disk-names.ts';

/** Why a side refuses a name; `limit` and `unit` describe its longest name. */
export type NameFault = NameFaultArgs;

/** Longest name that the service accepts, in Unicode characters. */
const SERVICE_NAME_LENGTH = 255;

/** The service's name rules. A test compares them with the contract's. */
export function serviceNameFault(name: string): NameFault | null {
  const fault = serviceFaultCode(name);
  return fault === null ? null : { fault, limit: SERVICE_NAME_LENGTH, unit: 'characters' };
}

function serviceFaultCode(name: string): NameFaultCode | null {
  if (name.length === 0) return 'empty';
  if (!name.isWellFormed()) return 'not_unicode';
  if ([...name].length > SERVICE_NAME_LENGTH) return 'too_long';
  if (name === '.' || name === '..') return 'dots';
  if (/[/\\]/.test(name)) return 'slashes';
  if (hasControlCharacter(name)) return 'control_character';
  return name.endsWith(' ') ? 'trailing_space' : null;
}

/** Why an item can't have the name on this disk. */
export function diskNameFault(name: string, settings: DiskNames): NameFault | null {
  const fault = diskNameTrouble(name, settings);
  return fault === null ? null : nameFault(fault, settings);
}

/** A fault of a name on this disk. */
export function nameFault(fault: NameFaultCode, { nameLimit: { length, unit } }: DiskNames): NameFault {
  return { fault, limit: length, unit: unit === 'utf8' ? 'bytes' : 'characters' };
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

/**
 * The name that `whole` builds from the stem, shortened until disk and service can hold it. Null if even an empty stem is too
 * long.
 */
export function fitted(stem: string, whole: (part: string) => string, disk: DiskNames): string | null {
  const fits = (part: string): boolean =>
    diskNameFault(whole(part), disk)?.fault !== 'too_long' && serviceNameFault(whole(part))?.fault !== 'too_long';
  return fits('') ? whole(cutToFit(stem, fits)) : null;
}

/** The longest prefix of `text` that passes `fits`, cut between graphemes (edge case 40). */
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
