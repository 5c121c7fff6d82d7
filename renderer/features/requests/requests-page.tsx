import { FileInput, SearchX } from 'lucide-react';
import { type ReactNode, useCallback, useMemo } from 'react';
import { SearchBox } from '../../components/controls/search-box.tsx';
import { Select } from '../../components/controls/select.tsx';
import { copyAct } from '../../parts/rows/copy-act.ts';
import { ListPage } from '../../parts/rows/list-page.tsx';
import { useStatus } from '../../state/bridge/session.ts';
import { useEntryChoice, useEntryWord } from '../../state/hooks/use-entry-state.ts';
import { filteredList } from '../../state/service/filtered-list.ts';
import { byMarker } from '../../state/service/list-parts.ts';
import { publicAddress } from '../../state/service/public-address.ts';
import { callService, SERVICE } from '../../state/service/service.ts';
import { useList } from '../../state/service/use-list.ts';
import { texts } from '../../texts/texts.ts';
import { NewRequestButton } from './new-request-button.tsx';
import { useRequestActs } from './request-acts.tsx';
import { requestColumns } from './request-columns.tsx';
import { RequestPanel } from './request-panel.tsx';
import { type FileRequest, isShown, shownStates } from './shown-requests.ts';

const PAGE_SIZE = 200;

/** Forms through which people without an account upload files. `?request=` selects the open panel. */
export function RequestsPage({ parameters }: { parameters: URLSearchParams }): ReactNode {
  const [word, setWord] = useEntryWord('requests.word');
  const [state, setState] = useEntryChoice('requests.state', shownStates, 'all');
  const columns = useMemo(() => requestColumns(), []);
  const baseUrl = useStatus(({ account }) => account.baseUrl) ?? '';
  const linkOf = ({ url = '' }: FileRequest): string => publicAddress(baseUrl, url);
  const quick = useCallback(
    ({ url = '', title = '' }: FileRequest) => ({
      ...copyAct(publicAddress(baseUrl, url)),
      name: texts.manage.copyLinkOf(title),
    }),
    [baseUrl],
  );
  const isNarrowed = word.trim() !== '' || state !== 'all';
  const isPassing = useCallback((request: FileRequest) => isShown(request, word, state), [word, state]);
  const listing = useList<FileRequest>({
    key: [SERVICE, 'listFileRequests'],
    read: byMarker((bridge, marker) =>
      callService(bridge, 'listFileRequests', { query: { limit: PAGE_SIZE, ...marker } }),
    ),
    keepsPrevious: true,
    isWhole: isNarrowed,
  });
  const shown = useMemo(() => listing.entries.filter(isPassing), [listing.entries, isPassing]);
  const words = texts.requests;
  return (
    <ListPage
      title={words.title}
      label={words.title}
      listing={isNarrowed ? filteredList(listing, shown, isPassing) : listing}
      columns={columns}
      useActs={useRequestActs}
      quick={quick}
      linkOf={linkOf}
      nameOf={({ title = '' }) => title}
      empty={
        isNarrowed
          ? { icon: SearchX, tone: 'mute', title: texts.manage.noMatch, detail: texts.manage.noMatchDetail }
          : { icon: FileInput, title: words.nothing, detail: words.nothingDetail }
      }
      actions={(steps) => <NewRequestButton {...steps} />}
      filters={
        <>
          <SearchBox label={words.find} value={word} onChange={setWord} />
          <Select
            isInline
            label={words.show}
            options={shownStates.map((id) => ({ id, label: words.states[id] }))}
            value={state}
            onChange={setState}
          />
        </>
      }
      panel={({ id, steps }) => <RequestPanel requestId={id} {...steps} />}
      first={parameters.get('request')}
    />
  );
}
