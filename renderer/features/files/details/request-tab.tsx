import type { ReactNode } from 'react';
import type { ServiceAnswer } from '../../../../preload/ipc/service-calls.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Select } from '../../../components/controls/select.tsx';
import { ErrorMessage } from '../../../components/feedback/error-message.tsx';
import { Skeleton } from '../../../components/feedback/page-state.tsx';
import { Address } from '../../../parts/address.tsx';
import { useStatus } from '../../../state/bridge/session.ts';
import { hrefOf } from '../../../state/hooks/route.ts';
import { type Item, may } from '../../../state/items/item.ts';
import { publicAddress } from '../../../state/service/public-address.ts';
import { callService, SERVICE, useServiceAction } from '../../../state/service/service.ts';
import { useList } from '../../../state/service/use-list.ts';
import { texts } from '../../../texts/texts.ts';

type FileRequest = ServiceAnswer<'getFileRequest'>;

/** Forms through which people without an account upload files to this folder: new ones, or copies of others. */
export function RequestTab({ folder }: { folder: Extract<Item, { type: 'folder' }> }): ReactNode {
  const all = useList<FileRequest>({
    key: [SERVICE, 'listFileRequests', 'of folders'],
    read: async (bridge, marker) => {
      const query = { limit: 1000, ...(marker === null ? {} : { marker }) };
      const page = await callService(bridge, 'listFileRequests', { query });
      return { entries: page.entries, next: page.next_marker ?? null };
    },
    isWhole: true,
  });
  const body = { folder: { id: folder.id, type: 'folder' as const } };
  const create = useServiceAction((bridge) => callService(bridge, 'createFileRequest', { body }));
  const copy = useServiceAction((bridge, id: string) =>
    callService(bridge, 'copyFileRequest', { params: { file_request_id: id }, body }),
  );
  if (all.isPending) return <Skeleton className="h-24" />;
  const here = all.entries.filter((request) => request.folder.id === folder.id);
  const models = all.entries.filter((request) => request.folder.id !== folder.id);
  const error = all.error ?? create.error ?? copy.error;
  const isPending = create.isPending || copy.isPending;
  return (
    <div className="grid gap-4">
      {here.length === 0 ? (
        all.error === null && <p className="text-dim">{texts.details.noRequests}</p>
      ) : (
        <ul aria-label={texts.details.tabs.request} className="grid gap-4">
          {here.map((request) => (
            <RequestRow key={request.id} request={request} />
          ))}
        </ul>
      )}
      {may(folder, 'can_upload') && (
        <div className="grid gap-3 border-line border-t pt-4">
          <Button isBusy={isPending} onPress={() => create.mutate(undefined)}>
            {texts.details.newRequest}
          </Button>
          {models.length > 0 && (
            <Select<string>
              label={texts.details.copyRequest}
              options={[
                { id: '', label: texts.details.chooseRequest },
                ...models.map(({ id, title = '', folder: of }) => ({
                  id,
                  label: texts.details.requestOf(title, of.name),
                })),
              ]}
              value=""
              onChange={(id) => id !== '' && copy.mutate(id)}
            />
          )}
        </div>
      )}
      <ErrorMessage error={error} />
    </div>
  );
}

function RequestRow({ request }: { request: FileRequest }): ReactNode {
  const baseUrl = useStatus(({ account }) => account.baseUrl) ?? '';
  const isActive = request.status === 'active';
  return (
    <li className="grid gap-2">
      <div>
        <a href={hrefOf('requests', { request: request.id })} className=" text-accent hover:underline">
          {request.title}
        </a>
        <p className="text-dim text-small">{isActive ? texts.details.requestActive : texts.details.requestInactive}</p>
      </div>
      {isActive && request.url !== undefined && (
        <Address label={texts.details.requestAddress} url={publicAddress(baseUrl, request.url)} />
      )}
    </li>
  );
}
