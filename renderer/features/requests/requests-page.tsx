import { FileInput, Plus, SearchX } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Choice } from '../../components/choice.tsx';
import { ListBody, ListFrame } from '../../components/list-frame.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { DataGrid } from '../../parts/data-grid.tsx';
import { useDone } from '../../parts/done-bar.tsx';
import { ItemDialog } from '../../parts/item-dialog.tsx';
import { useMarkerList } from '../../state/marker-list.ts';
import { callService, useFreshService, useServiceAction } from '../../state/service.ts';
import { texts } from '../../style/texts.ts';
import { requestColumns } from './request-columns.tsx';
import { RequestPanel } from './request-panel.tsx';
import { type FileRequest, type ShownState, shownRequests } from './shown-requests.ts';

const PAGE_SIZE = 200;

/** Forms by which people without an account bring files: `?request=` names the one whose panel is open. */
export function RequestsPage({ parameters }: { parameters: URLSearchParams }): ReactNode {
  useFreshService();
  const [word, setWord] = useState('');
  const [state, setState] = useState<ShownState>('all');
  const [chosen, choose] = useState<string | null>(parameters.get('request'));
  const [notice, tell] = useDone();
  const columns = useMemo(() => requestColumns(), []);
  const listing = useMarkerList<FileRequest>(['file requests'], (bridge, marker) =>
    callService(bridge, 'listFileRequests', { query: { limit: PAGE_SIZE, ...marker } }),
  );
  const shown = shownRequests(listing.entries, word, state);
  const isNarrowed = listing.entries.length > 0;
  const words = texts.requests;
  return (
    <ListFrame
      title={words.title}
      actions={<NewRequest onMade={choose} onTell={tell} />}
      filters={
        <>
          <SearchBox label={words.find} value={word} onChange={setWord} />
          <Choice
            label={words.show}
            options={(['all', 'active', 'inactive'] as const).map((id) => ({ id, label: words.states[id] }))}
            value={state}
            onChange={setState}
          />
        </>
      }
      notice={notice}
      list={
        <ListBody
          listing={{ ...listing, entries: shown }}
          empty={
            isNarrowed
              ? { icon: SearchX, title: texts.manage.noMatch, detail: texts.manage.noMatchDetail }
              : { icon: FileInput, title: words.nothing, detail: words.nothingDetail }
          }
        >
          <DataGrid
            label={words.title}
            columns={columns}
            entries={shown}
            keyOf={({ id }) => id}
            nameOf={({ title = '' }) => title}
            chosen={chosen}
            onChoose={choose}
            onNearEnd={listing.more}
          />
        </ListBody>
      }
      panel={chosen === null ? null : <RequestPanel key={chosen} requestId={chosen} onChoose={choose} onTell={tell} />}
    />
  );
}

type Tell = ReturnType<typeof useDone>[1];

/** Made as soon as its folder is chosen, under the folder's name; the panel is there for the rest. */
function NewRequest({ onMade, onTell }: { onMade: (id: string) => void; onTell: Tell }): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const create = useServiceAction((bridge, folderId: string) =>
    callService(bridge, 'createFileRequest', { body: { folder: { id: folderId } } }),
  );
  const close = (): void => {
    setAsking(false);
    create.reset();
  };
  const made = ({ id, title = '' }: FileRequest): void => {
    close();
    onMade(id);
    onTell({
      sentence: texts.requests.created(title),
      undo: (bridge) => callService(bridge, 'deleteFileRequest', { params: { file_request_id: id } }),
    });
  };
  return (
    <>
      <Button kind="primary" onPress={() => setAsking(true)}>
        <Plus aria-hidden className="size-4" />
        {texts.requests.new}
      </Button>
      {isAsking && (
        <ItemDialog
          title={texts.requests.newTitle}
          types={['folder']}
          isPending={create.isPending}
          refused={create.error}
          onItem={({ id }) => create.mutate(id, { onSuccess: made })}
          onClose={close}
        />
      )}
    </>
  );
}
