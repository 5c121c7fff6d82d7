import { selectFields } from '../../../contract/fields.ts';

/** Selects for each entry of a page what `fields` names; without it, the standard or mini form. */
export function withFields<
  Entry extends { readonly type: string },
  Page extends { readonly entries: readonly Entry[] },
>(
  page: Page & { readonly entries: readonly Entry[] },
  fields: readonly string[] | undefined,
  whenAbsent: 'standard' | 'mini' = 'standard',
): Omit<Page, 'entries'> & { entries: Entry[] } {
  return { ...page, entries: page.entries.map((entry) => selectFields(entry, fields, whenAbsent)) };
}
