import { type ReactNode, useState } from 'react';
import { TabbedPage } from '../../components/layout/tabbed-page.tsx';
import { useToast } from '../../parts/toasts/toasts.tsx';
import { texts } from '../../texts/texts.ts';
import { BookmarkDialog } from './bookmark-dialog.tsx';
import { BookmarkList } from './bookmark-list.tsx';
import { SharedLinkSection } from './shared-link-section.tsx';

type NewBookmark = { readonly url: string; readonly name: string };

/** Web links, and a received link; `?link=` is the URL of one. */
export function BookmarksPage({ parameters }: { parameters: URLSearchParams }): ReactNode {
  const link = parameters.get('link');
  const [tab, setTab] = useState(link === null ? 'list' : 'link');
  const [added, add] = useState<NewBookmark | null>(null);
  const tell = useToast();
  const { title, list, link: linkTitle } = texts.bookmarks;
  return (
    <>
      <TabbedPage
        title={title}
        selected={tab}
        onSelect={setTab}
        tabs={[
          { id: 'list', label: list, content: <BookmarkList onAdd={() => add({ url: '', name: '' })} /> },
          {
            id: 'link',
            label: linkTitle,
            content: (
              <SharedLinkSection address={link ?? ''} onTell={tell} onKeep={(url, name) => add({ url, name })} />
            ),
          },
        ]}
      />
      {added !== null && <BookmarkDialog bookmark={added} onTell={tell} onClose={() => add(null)} />}
    </>
  );
}
