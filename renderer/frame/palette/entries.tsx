import { Pause, Play, Plus, RefreshCw, Settings } from 'lucide-react';
import { pageEntries } from '../../pages.tsx';
import { ItemIcon } from '../../parts/files/item-icon.tsx';
import { Avatar } from '../../parts/people/avatar.tsx';
import { usePeopleNamed } from '../../parts/people/known-people.ts';
import { refusal } from '../../parts/toasts/done.ts';
import { useIsAdmin } from '../../state/account/person.ts';
import { useAction } from '../../state/bridge/actions.ts';
import { useStatus } from '../../state/bridge/session.ts';
import { hrefOf } from '../../state/hooks/route.ts';
import { useDebounced } from '../../state/hooks/use-debounced.ts';
import { fieldsWithPath, foldersAbove, type Item, nameOf } from '../../state/items/item.ts';
import { openLink } from '../../state/items/open-link.ts';
import { queryOf } from '../../state/items/search-query.ts';
import { useService, useServiceAction } from '../../state/service/service.ts';
import { shortcuts } from '../../texts/keys.ts';
import { texts } from '../../texts/texts.ts';
import { usePageGroups } from '../navigation/page-groups.ts';
import { type Asked, useBestMatch } from './best-match.tsx';
import { type Chosen, type Filters, noFilters, searchRequest } from './filters.ts';
import { entryLook, type PaletteEntry } from './palette-entry.ts';

export type PaletteSection = { readonly id: string; readonly title: string; readonly entries: readonly PaletteEntry[] };

/** Few enough files to read at a glance; the Files page finds the others. */
const FOUND = 8;
/** People beside them, unless only people are asked for. */
const FEW = 3;

const go = (href: string) => (): void => {
  window.location.hash = href;
};

/** A query that begins with it finds no files. */
export const ACTIONS_ONLY = '>';
/** A query that begins with it finds people. */
export const PEOPLE_ONLY = '@';

/** The searched word of a query, without the sign before it. */
export const wordOf = (query: string): string =>
  (/^[>@]/.test(query) ? query.slice(ACTIONS_ONLY.length) : query).trim();

type On = {
  readonly owner: (person: Chosen) => void;
  readonly ask: (asked: Asked) => void;
  readonly close: () => void;
};

/**
 * Everything that matches the query: files on the service, actions, pages, settings and people. Without a query: actions and pages. With a
 * filter: files, and what can be done with the first one.
 */
export function usePaletteSections(
  query: string,
  filters: Filters,
  on: On,
): { readonly sections: readonly PaletteSection[]; readonly isSearching: boolean; readonly refused: string | null } {
  const isForPeople = query.startsWith(PEOPLE_ONLY);
  const isForActions = query.startsWith(ACTIONS_ONLY);
  const hasFiles = !isForPeople && !isForActions;
  const isFiltered = filters !== noFilters;
  const word = wordOf(query);
  const people = usePeopleEntries(isForPeople || (hasFiles && !isFiltered) ? word : '', on.owner);
  const files = useFound(word, hasFiles ? filters : null);
  const best = useBestMatch(files.items[0], on);
  const openUrl = useServiceAction(openLink);
  const failed = files.error ?? people.error;
  const isSearching = people.isSearching || best.isLoading || files.isSearching;
  const { actions, pages, settings } = useOthers(word, { hasSettings: !hasFiles || word !== '' });
  const bestActions = isSearching ? [] : best.entries;
  const sections = [
    { id: 'files', entries: files.items.map((item) => fileEntry(item, (url) => openUrl.mutate(url))) },
    { id: 'actions', entries: isFiltered ? bestActions : [...bestActions, ...actions] },
    { id: 'pages', entries: isFiltered ? [] : pages },
    { id: 'settings', entries: isFiltered ? [] : settings },
    // Files, their actions and people appear together: what comes between entries later takes the focus from the first one.
    { id: 'people', entries: people.entries.slice(0, isForPeople ? FOUND : FEW) },
  ] as const;
  return {
    sections: sections
      .filter(
        ({ id, entries }) => entries.length > 0 && !(isForPeople && !isFound(id)) && !(isSearching && isFound(id)),
      )
      .map((section) => ({ ...section, title: texts.palette[section.id] })),
    isSearching,
    refused: best.refused ?? (failed === null || isSearching ? null : refusal(failed).sentence),
  };
}

/** The sections that are searched for. */
const isFound = (section: string): boolean => section === 'files' || section === 'people';

/** The files and folders that the service finds; without filters (null) none. */
function useFound(word: string, filters: Filters | null) {
  const asked = useDebounced(word, 150);
  const request = filters === null ? null : searchRequest(queryOf(asked), filters);
  const { data, isPending, error } = useService(
    'search',
    request === null ? null : { query: { ...request, fields: fieldsWithPath, limit: FOUND, offset: 0 } },
  );
  const found = filters === null ? undefined : data;
  const items: readonly Item[] =
    found === undefined
      ? []
      : found.type === 'search_results_items'
        ? found.entries
        : found.entries.map(({ item }) => item);
  return {
    items,
    isSearching: request !== null && (isPending || asked !== word),
    error: request !== null && data === undefined ? error : null,
  };
}

/** Actions, pages and settings by their labels. */
function useOthers(word: string, { hasSettings }: { hasSettings: boolean }) {
  const matches = ({ label }: PaletteEntry): boolean => label.toLowerCase().includes(word.toLowerCase());
  return {
    actions: useActionEntries().filter(matches),
    pages: usePageEntries().filter(matches),
    settings: hasSettings ? settingEntries().filter(matches) : [],
  };
}

function fileEntry(item: Item, openUrl: (url: string) => void): PaletteEntry {
  return {
    id: `${item.type}:${item.id}`,
    label: nameOf(item),
    detail: foldersAbove(item).join(' / '),
    icon: <ItemIcon item={item} size={24} />,
    run: () => {
      if (item.type === 'web_link') openUrl(item.url ?? '');
      else if (item.type === 'folder') go(hrefOf('files', { folder: item.id }))();
      else go(hrefOf('files', { folder: item.parent?.id ?? '0', file: item.id }))();
    },
  };
}

/** For administrators, people open in their list. For others, the search narrows to what belongs to them. */
function usePeopleEntries(word: string, onOwner: (person: Chosen) => void) {
  const isAdmin = useIsAdmin();
  const { people, isPending, error } = usePeopleNamed(word);
  const entries = people.map(
    ({ id, name, login }): PaletteEntry => ({
      id: `person:${id}`,
      label: name,
      detail: login,
      icon: (
        <span className="mx-0.5">
          <Avatar id={id} name={name} size={20} />
        </span>
      ),
      ...(isAdmin
        ? { run: go(hrefOf('people', { person: id, find: name })) }
        : { ending: 'clear', run: () => onOwner({ id, label: name }) }),
    }),
  );
  return { entries, isSearching: isPending, error };
}

function useActionEntries(): readonly PaletteEntry[] {
  const isPaused = useStatus(({ state }) => state === 'paused') === true;
  const problems = useStatus(({ attentionTotal }) => attentionTotal) ?? 0;
  const pause = useAction('sync.pause');
  const resume = useAction('sync.resume');
  const retry = useAction('problem.retry');
  const { addFolder, pauseAll, resumeAll, retryAll } = texts.palette;
  return [
    {
      id: 'add',
      label: addFolder,
      detail: '',
      icon: <Plus {...entryLook} />,
      run: go(hrefOf('welcome', { add: 'folder' })),
    },
    isPaused
      ? { id: 'resume', label: resumeAll, detail: '', icon: <Play {...entryLook} />, run: () => resume.mutate({}) }
      : {
          id: 'pause',
          label: pauseAll,
          detail: '',
          icon: <Pause {...entryLook} />,
          run: () => pause.mutate({ forMs: null }),
        },
    ...(problems === 0
      ? []
      : [
          { id: 'retry', label: retryAll, detail: '', icon: <RefreshCw {...entryLook} />, run: () => retry.mutate({}) },
        ]),
  ];
}

function usePageEntries(): readonly PaletteEntry[] {
  const pages = usePageGroups().flatMap((group) => group.pages);
  return [...pages, 'settings' as const].map((page) => {
    const { icon: Icon, label } = pageEntries[page];
    return {
      id: `page:${page}`,
      label,
      detail: '',
      icon: <Icon {...entryLook} />,
      ...(page === 'settings' ? { keys: shortcuts.settings } : {}),
      run: go(hrefOf(page)),
    };
  });
}

/** Each section of the settings, by its heading there; theme and language are parts of one. */
function settingEntries(): readonly PaletteEntry[] {
  return settings.map((setting) => ({
    id: `setting:${setting}`,
    label: texts.settings[setting],
    detail: texts.settings.title,
    icon: <Settings {...entryLook} />,
    run: go(hrefOf('settings', { section: setting === 'theme' || setting === 'language' ? 'appearance' : setting })),
  }));
}

const settings = [
  'account',
  'folders',
  'bandwidth',
  'rules',
  'guard',
  'trash',
  'journal',
  'notifications',
  'proxy',
  'app',
  'appearance',
  'theme',
  'language',
  'diagnostics',
] as const;
