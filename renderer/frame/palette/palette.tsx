import { Search, SearchX } from 'lucide-react';
import { Fragment, type ReactNode, useState } from 'react';
import {
  Autocomplete,
  Dialog,
  Header,
  Input,
  Menu,
  MenuItem,
  MenuSection,
  Modal,
  ModalOverlay,
  SearchField,
} from 'react-aria-components';
import { ErrorMessage } from '../../components/feedback/error-message.tsx';
import { LatePlace } from '../../components/feedback/late-place.tsx';
import { EmptyState } from '../../components/feedback/page-state.tsx';
import { isShareKey } from '../../texts/keys.ts';
import { texts } from '../../texts/texts.ts';
import { type Asked, BestMatchDialog, SHARE_BEST } from './best-match.tsx';
import { ACTIONS_ONLY, type PaletteSection, PEOPLE_ONLY, usePaletteSections, wordOf } from './entries.tsx';
import { FilterChips } from './filter-chips.tsx';
import { noFilters } from './filters.ts';
import type { PaletteEntry } from './palette-entry.ts';

/** The key's label, in each language. */
const ESCAPE = 'Esc';

/** One search box for pages, actions, files and settings (Ctrl or Cmd with K): arrows select, Enter opens, Escape closes. */
export function Palette({ onClose }: { onClose: () => void }): ReactNode {
  const [word, setWord] = useState('');
  const [filters, setFilters] = useState(noFilters);
  const [asked, ask] = useState<Asked | null>(null);
  const { sections, isSearching, refused } = usePaletteSections(word, filters, {
    owner: (owner) => setFilters({ ...filters, owner }),
    ask,
    close: onClose,
  });
  const isFiltered = filters !== noFilters;
  const run = (key: unknown): void => {
    const entry = sections.flatMap(({ entries }) => entries).find(({ id }) => id === key);
    if (entry === undefined) return;
    if (entry.ending === 'clear') setWord('');
    else if (entry.ending !== 'wait') onClose();
    entry.run();
  };
  // A search that was refused says so instead: it is not known whether something matches.
  const nothing = refused === null && <Nothing query={word} isFiltered={isFiltered} />;
  const empty = isSearching ? <Hint>{texts.palette.searching}</Hint> : nothing;
  if (asked !== null) {
    return (
      <LatePlace>
        <BestMatchDialog {...asked} onClose={onClose} />
      </LatePlace>
    );
  }
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      className="fixed inset-0 z-30 flex items-start justify-center bg-scrim p-4 data-entering:animate-[appear_120ms_ease-out] sm:pt-28"
    >
      <Modal className="flex max-h-full w-full max-w-160 flex-col overflow-hidden rounded-dialog bg-over shadow-float [--field:var(--over)] sm:max-h-[70vh]">
        <Dialog aria-label={texts.frame.search} className="flex min-h-0 flex-col outline-none">
          <Autocomplete inputValue={word} onInputChange={setWord}>
            <Question onShare={() => run(SHARE_BEST)} />
            <FilterChips filters={filters} onChange={setFilters} />
            <Results sections={sections} word={wordOf(word)} empty={empty} onRun={run} />
          </Autocomplete>
          <Refused message={refused} />
          <Footer />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function Results({
  sections,
  word,
  empty,
  onRun,
}: {
  sections: readonly PaletteSection[];
  word: string;
  /** Shown without entries. */
  empty: ReactNode;
  onRun: (key: unknown) => void;
}): ReactNode {
  return (
    <Menu
      aria-label={texts.palette.results}
      onAction={onRun}
      className="min-h-0 flex-1 overflow-y-auto px-2 pb-2 outline-none"
      renderEmptyState={() => empty}
    >
      {sections.map(({ id, title, entries }) => (
        <MenuSection key={id} id={id}>
          <Header className="px-3 pt-3 pb-1 font-semibold text-dim text-small">{title}</Header>
          {entries.map((entry) => (
            <PaletteLine key={entry.id} entry={entry} word={word} />
          ))}
        </MenuSection>
      ))}
    </Menu>
  );
}

function Refused({ message }: { message: string | null }): ReactNode {
  if (message === null) return null;
  return (
    <div className="px-5 py-2">
      <ErrorMessage error={{ message }} />
    </div>
  );
}

function Question({ onShare }: { onShare: () => void }): ReactNode {
  return (
    <SearchField
      onKeyDown={(event) => {
        if (!isShareKey(event)) return;
        event.preventDefault();
        onShare();
      }}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the palette was opened to type
      autoFocus
      aria-label={texts.palette.label}
      className="flex min-h-14 items-center gap-3 border-line border-b px-5 text-heading"
    >
      <Search aria-hidden className="size-4.5 shrink-0" strokeWidth={1.75} />
      <Input
        placeholder={texts.palette.placeholder}
        className="min-w-0 flex-1 bg-transparent text-text outline-none placeholder:text-dim focus-visible:outline-none [&::-webkit-search-cancel-button]:hidden"
      />
      <Key>{ESCAPE}</Key>
    </SearchField>
  );
}

const Hint = ({ children }: { children: string }): ReactNode => (
  <p className="px-3 py-6 text-center text-dim">{children}</p>
);

/** Why there is no entry, and what would show one. */
function Nothing({ query, isFiltered }: { query: string; isFiltered: boolean }): ReactNode {
  const word = wordOf(query);
  const { noMatch, noMatchDetail, noMatchFiltered, typeName, typeToSearch } = texts.palette;
  if (word === '' && query.startsWith(PEOPLE_ONLY)) return <Hint>{typeName}</Hint>;
  if (word === '' && isFiltered) return <Hint>{typeToSearch}</Hint>;
  const detail = isFiltered ? noMatchFiltered : noMatchDetail;
  return <EmptyState icon={SearchX} tone="mute" title={noMatch(word)} detail={detail} />;
}

function PaletteLine({ entry, word }: { entry: PaletteEntry; word: string }): ReactNode {
  return (
    <MenuItem
      id={entry.id}
      textValue={entry.label}
      className="group flex min-h-10 cursor-default items-center gap-3 rounded-control px-3 outline-none data-focused:bg-accent-bg"
    >
      {entry.icon}
      <span dir="auto" className="max-w-[70%] truncate">
        <Marked text={entry.label} word={word} />
      </span>
      {entry.detail !== '' && (
        <span dir="auto" className="min-w-0 flex-1 truncate text-dim text-small">
          {entry.detail}
        </span>
      )}
      {entry.keys !== undefined && (
        <span className="ms-auto shrink-0 text-dim text-small group-data-focused:hidden max-sm:hidden">
          {entry.keys}
        </span>
      )}
      <span aria-hidden className="ms-auto shrink-0 text-accent text-small not-group-data-focused:hidden">
        {texts.palette.open} ↵
      </span>
    </MenuItem>
  );
}

/** Highlights the typed part. */
function Marked({ text, word }: { text: string; word: string }): ReactNode {
  const typed = word.trim().toLowerCase();
  const at = typed === '' ? -1 : text.toLowerCase().indexOf(typed);
  if (at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <mark className="bg-transparent font-semibold text-accent">{text.slice(at, at + typed.length)}</mark>
      {text.slice(at + typed.length)}
    </>
  );
}

function Footer(): ReactNode {
  const { choose, open, close, actionsHint, peopleHint } = texts.palette;
  const [before, after] = actionsHint;
  const [beforePeople, afterPeople] = peopleHint;
  return (
    <p aria-hidden className="flex gap-5 border-line border-t px-5 py-2.5 text-dim text-small max-sm:hidden">
      {[
        [['↑', '↓'], choose],
        [['↵'], open],
        [[ESCAPE], close],
      ].map(([keys, words]) => (
        <Fragment key={String(words)}>
          <span className="flex items-center gap-1">
            {Array.isArray(keys) && keys.map((key) => <Key key={key}>{key}</Key>)}
            {words}
          </span>
        </Fragment>
      ))}
      <span className="ms-auto flex items-center gap-1">
        {before}
        <Key>{ACTIONS_ONLY}</Key>
        {after}
      </span>
      <span className="flex items-center gap-1">
        {beforePeople}
        <Key>{PEOPLE_ONLY}</Key>
        {afterPeople}
      </span>
    </p>
  );
}

function Key({ children }: { children: string }): ReactNode {
  return (
    <kbd className="rounded-tick border border-line bg-bg px-1 text-center font-sans text-badge text-dim">
      {children}
    </kbd>
  );
}
