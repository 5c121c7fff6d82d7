import { useMemo } from 'react';
import { pageEntries } from '../../pages.tsx';
import { useIsAdmin } from '../../state/account/person.ts';
import { type Page, pages } from '../../state/hooks/route.ts';
import { texts } from '../../texts/texts.ts';

/** A group of pages with its heading; null: no heading. */
export type PageGroup = { readonly heading: string | null; readonly pages: readonly Page[] };

/** The navigation, shared by the side bar, "More" and the palette. Pages that a role forbids are hidden. */
export function usePageGroups(): readonly PageGroup[] {
  const isAdmin = useIsAdmin();
  return useMemo(() => {
    const of = (group: 'main' | 'library' | 'administration'): readonly Page[] =>
      pages.filter((page) => pageEntries[page].group === group);
    return [
      { heading: null, pages: of('main') },
      { heading: texts.frame.library, pages: of('library') },
      ...(isAdmin ? [{ heading: texts.navigation.administration, pages: of('administration') }] : []),
    ];
  }, [isAdmin]);
}
