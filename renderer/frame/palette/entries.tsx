import { Pause, Play, Plus, RefreshCw, Settings } from 'lucide-react';
import { pageEntries } from '../../pages.tsx';
import { ItemIcon } from '../../parts/files/item-icon.tsx';
import { Avatar } from '../../parts/people/avatar.tsx';
import { usePeopleNamed } from '../../parts/people/known-people.ts';
import { useIsAdmin } from '../../state/account/person.ts';
import { useAction } from '../../state/bridge/actions.ts';
import { useBridge } from '../../state/bridge/bridge.ts';
import { useStatus } from '../../state/bridge/session.ts';
import { hrefOf } from '../../state/hooks/route.ts';
import { useDebounced } from '../../state/hooks/use-debounced.ts';
import { fields, type Item, nameOf } from '../../state/items/item.ts';
import { openLink } from '../../state/items/open-link.ts';
import { queryOf } from '../../state/items/search-query.ts';
import { useService } from '../../state/service/service.ts';
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

/** Everything that matches the query: files on the service, actions, pages, settings and people. Without a query: actions and pages. */
export function usePaletteSections(
  query: string,
  filters: Filters,
  on: On,
): { readonly sections: readonly PaletteSection[]; readonly isSearching: boolean; readonly refused: string | null } {
  const isForPeople = query.startsWith(PEOPLE_ONLY);
  const isForActions = query.startsWith(ACTIONS_ONLY);
  const hasFiles = !isForPeople && !isForActions;
  const word = wordOf(query);
  const people = usePeopleEntries(isForPeople || (hasFiles && filters === noFilters) ? word : '', on.owner);
  const asked = useDebounced(word, 150);
  const request = hasFiles ? searchRequest(queryOf(asked), filters) : null;
  const found = useService(
    'search',
    request === null ? null : { query: { ...request, fields: `${fields},path_collection`, limit: FOUND, offset: 0 } },
  );
  const bridge = useBridge();
  const items =
    found.data === undefined
      ? []
      : found.data.type === 'search_results_items'
        ? found.data.entries
        : found.data.entries.map(({ item }) => item);
  const best = useBestMatch(hasFiles ? items[0] : undefined, on);
  const files = items.map((item) => fileEntry(item, (url) => void openLink(bridge, url)));
  const matches = ({ label }: PaletteEntry): boolean => label.toLowerCase().includes(word.toLowerCase());
  const { files: filesTitle, actions, pages, settings } = texts.palette;
  const isSearching = people.isSearching || best.isLoading || (request !== null && (found.isPending || asked !== word));
  const others = [
    {
      id: 'actions',
      title: actions,
      entries: [...(isSearching ? [] : best.entries), ...useActionEntries().filter(matches)],
    },
    { id: 'pages', title: pages, entries: usePageEntries().filter(matches) },
    { id: 'settings', title: settings, entries: hasFiles && word === '' ? [] : settingEntries().filter(matches) },
  ];
  const sections = [
    { id: 'files', title: filesTitle, entries: hasFiles ? files : [] },
    ...(isForPeople ? [] : others),
    // Files, their actions and people appear together: what comes between entries later takes the focus from the first one.
    { id: 'people', title: texts.palette.people, entries: people.entries.slice(0, isForPeople ? FOUND : FEW) },
  ];
  return {
    sections: sections.filter(({ id, entries }) => entries.length > 0 && !(isSearching && isFound(id))),
    isSearching,
    refused: best.refused,
  };
}

/** The sections that are searched for. */
export const isFound = (section: string): boolean => section === 'files' || section === 'people';

function fileEntry(item: Item, openUrl: (url: string) => void): PaletteEntry {
  const path = 'path_collection' in item ? item.path_collection?.entries : undefined;
  return {
    id: `${item.type}:${item.id}`,
    label: nameOf(item),
    // The top folder contains everything, so its name adds nothing.
    detail: (path ?? [])
      .slice(1)
      .map(({ name }) => name)
      .join(' / '),
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
  const { people, isPending } = usePeopleNamed(word);
  const entries = people.map(
    ({ id, name, login }): PaletteEntry => ({
      id: `person:${id}`,
      label: name,
      detail: login,
      icon: <Avatar id={id} name={name} size={28} />,
      ...(isAdmin
        ? { run: go(hrefOf('people', { person: id, find: name })) }
        : { ending: 'clear', run: () => onOwner({ id, label: name }) }),
    }),
  );
  return { entries, isSearching: isPending };
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
      ...(page === 'settings' ? { keys: texts.frame.settingsKeys } : {}),
      run: go(hrefOf(page)),
    };
  });
}

/** Each section of the settings, by its heading there. */
function settingEntries(): readonly PaletteEntry[] {
  const { account, folders, bandwidth, rules, guard, notifications, proxy, theme, language, diagnostics } =
    texts.settings;
  return [account, folders, bandwidth, rules, guard, notifications, proxy, theme, language, diagnostics].map(
    (label) => ({
      id: `setting:${label}`,
      label,
      detail: texts.settings.title,
      icon: <Settings {...entryLook} />,
      run: go(hrefOf('settings', { section: label })),
    }),
  );
}
