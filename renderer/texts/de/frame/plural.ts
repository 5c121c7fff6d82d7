import * as format from '../../format.ts';

const rules = new Intl.PluralRules('de');

export const formatCount = (count: number): string => format.formatCount(count, 'de');
export const formatBytes = (bytes: number): string => format.formatBytes(bytes, 'de');
export const formatRate = (bytesPerSecond: number): string => format.formatRate(bytesPerSecond, 'de');
export const formatDuration = (seconds: number): string => format.formatDuration(seconds, 'de');

export function isOne(count: number): boolean {
  return rules.select(count) === 'one';
}

/** `count` of something, in the form that German has for it. */
export function plural(count: number, forms: { readonly one: string; readonly other: string }): string {
  return `${formatCount(count)} ${isOne(count) ? forms.one : forms.other}`;
}

export const files = (count: number): string => plural(count, { one: 'Datei', other: 'Dateien' });
export const things = (count: number): string => plural(count, { one: 'Element', other: 'Elemente' });
/** One item by its name, several by their number. */
export const named = (count: number, name: string): string => (count === 1 ? `„${name}“` : things(count));

export const days = (count: number): string => plural(count, { one: 'Tag', other: 'Tage' });
