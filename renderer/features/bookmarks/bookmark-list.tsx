import { Globe, Plus, SearchX } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { floatsWhenNarrow } from '../../components/controls/button-look.ts';
import { SearchBox } from '../../components/controls/search-box.tsx';
import { ItemIcon } from '../../parts/files/item-icon.tsx';
import { Moment } from '../../parts/moment.tsx';
import type { GridColumn } from '../../parts/rows/data-grid.tsx';
import { ListPage } from '../../parts/rows/list-page.tsx';
import { NameCell } from '../../parts/rows/name-cell.tsx';
import { hrefOf } from '../../state/hooks/route.ts';
import { useDebounced } from '../../state/hooks/use-debounced.ts';
import { useEntryWord } from '../../state/hooks/use-entry-state.ts';
import { folderOf, nameOf } from '../../state/items/item.ts';
import { isWebAddress } from '../../state/items/open-link.ts';
import { texts } from '../../texts/texts.ts';
import { type Bookmark, useBookmarks } from './bookmark.ts';
import { bookmarkActs, openAct } from './bookmark-acts.tsx';

/** The person's web links. */
export function BookmarkList({ onAdd }: { onAdd: () => void }): ReactNode {
  const [word, setWord] = useEntryWord('bookmarks.word');
  const settled = useDebounced(word);
  const columns = useMemo(() => bookmarkColumns(), []);
  const words = texts.bookmarks;
  return (
    <ListPage
      label={words.list}
      listing={useBookmarks(settled)}
      columns={columns}
      lines={2}
      nameOf={nameOf}
      useActs={bookmarkActs}
      openAct={openAct}
      quick={openAct}
      linkOf={({ url }) => url}
      empty={
        settled.trim() === ''
          ? { icon: Globe, title: words.nothing, detail: words.nothingDetail }
          : { icon: SearchX, tone: 'mute', title: words.noMatch, detail: texts.manage.noMatchDetail }
      }
      actions={() => (
        <Button kind="primary" className={floatsWhenNarrow} onPress={onAdd}>
          <Plus aria-hidden className="size-4" />
          {words.add}
        </Button>
      )}
      filters={<SearchBox label={words.find} value={word} onChange={setWord} />}
    />
  );
}

function bookmarkColumns(): readonly GridColumn<Bookmark>[] {
  const { columns } = texts.bookmarks;
  return [
    {
      id: 'name',
      label: columns.name,
      cell: (bookmark) => (
        <NameCell
          mark={<ItemIcon item={bookmark} size="row" />}
          name={nameOf(bookmark)}
          detail={<span dir="ltr">{bookmark.url}</span>}
          {...webHref(bookmark)}
        />
      ),
    },
    { id: 'folder', label: columns.folder, width: 208, cell: (bookmark) => <FolderLink bookmark={bookmark} /> },
    {
      id: 'changed',
      label: columns.changed,
      width: 132,
      cell: ({ modified_at: at }) => <Moment at={at} />,
    },
  ];
}

/** Bookmarks of other programs may have any address; the page links only to those of the web. */
const webHref = ({ url }: Bookmark) => (url !== undefined && isWebAddress(url) ? { href: url } : {});

function FolderLink({ bookmark }: { bookmark: Bookmark }): ReactNode {
  const folder = folderOf(bookmark);
  if (folder === null) return '–';
  const name = folder.id === '0' ? texts.files.top : folder.name;
  return (
    <a
      href={hrefOf('files', { folder: folder.id })}
      // The row itself takes the focus; its menu shows the folder too.
      tabIndex={-1}
      dir="auto"
      title={name}
      className="truncate text-dim hover:underline"
    >
      {name}
    </a>
  );
}
