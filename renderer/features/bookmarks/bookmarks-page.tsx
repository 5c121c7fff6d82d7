import { Globe, Plus, SearchX } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { SearchBox } from '../../components/controls/search-box.tsx';
import { ErrorMessage } from '../../components/feedback/error-message.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../components/feedback/page-state.tsx';
import { Card, Section } from '../../components/layout/card.tsx';
import { useToast } from '../../parts/toasts.tsx';
import { useDebounced } from '../../state/hooks/use-debounced.ts';
import { texts } from '../../texts/texts.ts';
import { type Bookmark, useBookmarks } from './bookmark.ts';
import { BookmarkDialog } from './bookmark-dialog.tsx';
import { BookmarkRow } from './bookmark-row.tsx';
import { SharedLinkSection } from './shared-link-section.tsx';
import { TrashedRow } from './trashed-row.tsx';

/** Web links: the user's own, those in the trash, and a received link. `?link=` is the URL of one. */
export function BookmarksPage({ parameters }: { parameters: URLSearchParams }): ReactNode {
  const [word, setWord] = useState('');
  // Null: no dialog; a bookmark: edit it; otherwise the initial values of a new one.
  const [asked, ask] = useState<Bookmark | { readonly url: string; readonly name: string } | null>(null);
  const tell = useToast();
  const settled = useDebounced(word);
  const list = useBookmarks(settled, false);
  return (
    <div className="flex flex-col gap-6 px-4 py-6 md:px-8">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-semibold text-title">{texts.bookmarks.title}</h1>
        <Button kind="primary" onPress={() => ask({ url: '', name: '' })}>
          <Plus aria-hidden className="size-4" />
          {texts.bookmarks.add}
        </Button>
      </div>
      <Section
        title={texts.bookmarks.list}
        aside={<SearchBox label={texts.bookmarks.find} value={word} onChange={setWord} />}
      >
        <BookmarkList list={list} isNarrowed={settled !== ''} onEdit={ask} onTell={tell} />
      </Section>
      <SharedLinkSection
        address={parameters.get('link') ?? ''}
        onTell={tell}
        onKeep={(url, name) => ask({ url, name })}
      />
      <Trashed onTell={tell} />
      {asked !== null && <BookmarkDialog bookmark={asked} onTell={tell} onClose={() => ask(null)} />}
    </div>
  );
}

type Tell = ReturnType<typeof useToast>;

function BookmarkList({
  list,
  isNarrowed,
  onEdit,
  onTell,
}: {
  list: ReturnType<typeof useBookmarks>;
  isNarrowed: boolean;
  onEdit: (bookmark: Bookmark) => void;
  onTell: Tell;
}): ReactNode {
  const { entries, error } = list;
  if (list.isPending) return <Skeleton className="h-40" />;
  if (error !== null && entries.length === 0) {
    return <ErrorState sentence={error.message} remedy={error.remedy} onRetry={list.again} />;
  }
  if (entries.length === 0) {
    return (
      <Card>
        {isNarrowed ? (
          <EmptyState icon={SearchX} title={texts.bookmarks.noMatch} />
        ) : (
          <EmptyState icon={Globe} title={texts.bookmarks.nothing} detail={texts.bookmarks.nothingDetail} />
        )}
      </Card>
    );
  }
  return (
    <>
      <Card>
        <ul aria-label={texts.bookmarks.list} className="divide-y divide-line">
          {entries.map((bookmark) => (
            <BookmarkRow key={bookmark.id} bookmark={bookmark} onEdit={() => onEdit(bookmark)} onTell={onTell} />
          ))}
        </ul>
      </Card>
      <ErrorMessage error={error} />
      {list.hasMore && <Button onPress={list.more}>{texts.actions.more}</Button>}
    </>
  );
}

/** Hidden while empty. */
function Trashed({ onTell }: { onTell: Tell }): ReactNode {
  const { entries, hasMore, more } = useBookmarks('', true);
  if (entries.length === 0) return null;
  return (
    <Section title={texts.bookmarks.trash}>
      <p className="text-dim">{texts.bookmarks.trashDetail}</p>
      <Card>
        <ul aria-label={texts.bookmarks.trash} className="divide-y divide-line">
          {entries.map((bookmark) => (
            <TrashedRow key={bookmark.id} bookmark={bookmark} onTell={onTell} />
          ))}
        </ul>
      </Card>
      {hasMore && <Button onPress={more}>{texts.actions.more}</Button>}
    </Section>
  );
}
