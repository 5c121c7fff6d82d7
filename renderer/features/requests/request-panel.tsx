import { Copy, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { ErrorMessage } from '../../components/feedback/error-message.tsx';
import { SidePanel } from '../../components/overlay/side-panel.tsx';
import { Address } from '../../parts/address.tsx';
import { ItemName } from '../../parts/item-name.tsx';
import type { ListSteps } from '../../parts/list-page.tsx';
import { QueryBoundary } from '../../parts/query-boundary.tsx';
import { RemoveButton } from '../../parts/remove-button.tsx';
import { useStatus } from '../../state/bridge/session.ts';
import { useNow } from '../../state/hooks/use-now.ts';
import { publicAddress } from '../../state/service/public-address.ts';
import { callService, useService, useServiceAction } from '../../state/service/service.ts';
import { texts } from '../../texts/texts.ts';
import { FolderButton } from './folder-button.tsx';
import { RequestForm } from './request-form.tsx';
import type { FileRequest } from './shown-requests.ts';

/** One file request: its URL, its fields, and actions for anyone who may organise its folder. */
export function RequestPanel({ requestId, onChoose, onTell }: ListSteps & { requestId: string }): ReactNode {
  const request = useService('getFileRequest', { params: { file_request_id: requestId } });
  const title = request.data?.title ?? '';
  return (
    <SidePanel
      title={title}
      detail={request.data?.created_by === undefined ? '' : texts.requests.by(request.data.created_by.name)}
      onClose={() => onChoose(null)}
    >
      <QueryBoundary answer={request} skeleton="m-4 h-64">
        {(known) => <AboutRequest request={known} onChoose={onChoose} onTell={onTell} />}
      </QueryBoundary>
    </SidePanel>
  );
}

function AboutRequest({ request, onChoose, onTell }: ListSteps & { request: FileRequest }): ReactNode {
  const baseUrl = useStatus(({ account }) => account.baseUrl) ?? '';
  const { folder, url = '', status } = request;
  const permissions = useService('getFolder', {
    params: { folder_id: folder.id },
    query: { fields: 'permissions', limit: 1 },
  }).data?.permissions;
  const mayChange = permissions?.can_rename === true;
  return (
    <div className="grid gap-5 px-4 pb-4">
      <ItemName type="folder" id={folder.id} />
      <div className="grid gap-1.5">
        <Address label={texts.requests.address} url={publicAddress(baseUrl, url)} />
        {status === 'inactive' && <p className="text-dim text-small">{texts.requests.addressClosed}</p>}
      </div>
      {mayChange && (
        <>
          <Steps request={request} onChoose={onChoose} onTell={onTell} />
          <RequestForm request={request} />
        </>
      )}
      {permissions !== undefined && !mayChange && <p className="text-dim">{texts.requests.readOnly}</p>}
    </div>
  );
}

function Steps({ request, onChoose, onTell }: ListSteps & { request: FileRequest }): ReactNode {
  const { id, title = '', folder } = request;
  const params = { file_request_id: id };
  const deleted = (): void => {
    onChoose(null);
    onTell({ sentence: texts.requests.deleted(title, folder.name), undo: null });
  };
  return (
    <div className="flex flex-wrap gap-2">
      <OpenOrClose request={request} onTell={onTell} />
      <CopyRequest request={request} onChoose={onChoose} onTell={onTell} />
      <RemoveButton
        title={texts.requests.deleteTitle(title)}
        detail={texts.requests.deleteDetail(folder.name)}
        action={texts.requests.deleteAction}
        act={(bridge) => callService(bridge, 'deleteFileRequest', { params })}
        onDone={deleted}
      >
        <Trash2 aria-hidden className="size-4" />
        {texts.requests.delete}
      </RemoveButton>
    </div>
  );
}

function OpenOrClose({ request, onTell }: Pick<ListSteps, 'onTell'> & { request: FileRequest }): ReactNode {
  const { id, title = '', status = 'active', expires_at: end } = request;
  const params = { file_request_id: id };
  const nowMs = useNow(60_000);
  const isOver = end !== null && end !== undefined && Date.parse(end) <= nowMs;
  const change = useServiceAction((bridge, to: 'active' | 'inactive') =>
    callService(bridge, 'updateFileRequest', {
      params,
      // An expired one would expire again at once.
      body: { status: to, ...(to === 'active' && isOver ? { expires_at: null } : {}) },
    }),
  );
  const to = status === 'active' ? 'inactive' : 'active';
  const changed = (): void =>
    onTell({
      sentence: to === 'active' ? texts.requests.opened(title) : texts.requests.closed(title),
      undo: (bridge) =>
        callService(bridge, 'updateFileRequest', {
          params,
          body: { status, ...(isOver ? { expires_at: null } : {}) },
        }),
    });
  return (
    <>
      <Button isDisabled={change.isPending} onPress={() => change.mutate(to, { onSuccess: changed })}>
        {to === 'active' ? texts.requests.open : texts.requests.close}
      </Button>
      <ErrorMessage error={change.error} />
    </>
  );
}

function CopyRequest({ request, onChoose, onTell }: ListSteps & { request: FileRequest }): ReactNode {
  const { id, title = '' } = request;
  const copy = useServiceAction((bridge, folderId: string) =>
    callService(bridge, 'copyFileRequest', {
      params: { file_request_id: id },
      body: { folder: { id: folderId } },
    }),
  );
  const copied = (made: FileRequest): void => {
    onChoose(made.id);
    onTell({
      sentence: texts.requests.copied(title, made.folder.name),
      undo: (bridge) => callService(bridge, 'deleteFileRequest', { params: { file_request_id: made.id } }),
    });
  };
  return (
    <FolderButton
      icon={Copy}
      label={texts.requests.copy}
      title={texts.requests.copyTitle(title)}
      acting={copy}
      onDone={copied}
    />
  );
}
