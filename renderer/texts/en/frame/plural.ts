import { formatCount } from '../../format.ts';

const rules = new Intl.PluralRules('en');

export function isOne(count: number): boolean {
  return rules.select(count) === 'one';
}

/** `count` of something, in the form that the language has for it. */
export function plural(count: number, forms: { readonly one: string; readonly other: string }): string {
  return `${formatCount(count)} ${isOne(count) ? forms.one : forms.other}`;
}

/** One item by its name, several by their number. */
export const named = (count: number, name: string): string =>
  count === 1 ? `“${name}”` : plural(count, { one: 'item', other: 'items' });

export const files = (count: number): string => plural(count, { one: 'file', other: 'files' });
