import type { ReactNode } from 'react';
import { SidePanel } from '../../components/overlay/side-panel.tsx';
import { Address } from '../../parts/address.tsx';
import { ItemName } from '../../parts/items/item-name.tsx';
import { QueryBoundary } from '../../parts/query-boundary.tsx';
import { EntryButtons } from '../../parts/rows/entry-buttons.tsx';
import type { ListSteps } from '../../parts/rows/list-page.tsx';
import { useStatus } from '../../state/bridge/session.ts';
import { publicAddress } from '../../state/service/public-address.ts';
import { useService } from '../../state/service/service.ts';
import { texts } from '../../texts/texts.ts';
import { useMayChange, useRequestActs } from './request-acts.tsx';
import { RequestForm } from './request-form.tsx';
import type { FileRequest } from './shown-requests.ts';

/** One file request: its URL, its fields, and actions for anyone who may organise its folder. */
export function RequestPanel({ requestId, ...steps }: ListSteps & { requestId: string }): ReactNode {
  const request = useService('getFileRequest', { params: { file_request_id: requestId } });
  const title = request.data?.title ?? '';
  return (
    <SidePanel
      title={title}
      detail={request.data?.created_by === undefined ? '' : texts.requests.by(request.data.created_by.name)}
      onClose={() => steps.onChoose(null)}
    >
      <QueryBoundary answer={request} skeleton="m-4 h-64">
        {(known) => <AboutRequest request={known} {...steps} />}
      </QueryBoundary>
    </SidePanel>
  );
}

function AboutRequest({ request, ...steps }: ListSteps & { request: FileRequest }): ReactNode {
  const baseUrl = useStatus(({ account }) => account.baseUrl) ?? '';
  const { folder, url = '', status } = request;
  const mayChange = useMayChange(request);
  // The address has its own button.
  const acts = useRequestActs(request, steps).filter(({ id }) => id !== 'copy-link');
  return (
    <div className="grid gap-5 px-4 pb-4">
      <ItemName type="folder" id={folder.id} />
      <div className="grid gap-1.5">
        <Address label={texts.requests.address} url={publicAddress(baseUrl, url)} />
        {status === 'inactive' && <p className="text-dim text-small">{texts.requests.addressClosed}</p>}
      </div>
      <EntryButtons acts={acts} />
      {mayChange === true && <RequestForm request={request} />}
      {mayChange === false && <p className="text-dim">{texts.requests.readOnly}</p>}
    </div>
  );
}
