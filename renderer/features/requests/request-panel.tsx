import { Copy, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { InlineError } from '../../components/inline-error.tsx';
import { ErrorState, Skeleton } from '../../components/page-state.tsx';
import { SidePanel } from '../../components/side-panel.tsx';
import { Address } from '../../parts/address.tsx';
import type { Done } from '../../parts/done-bar.tsx';
import { ItemDialog } from '../../parts/item-dialog.tsx';
import { ItemName } from '../../parts/item-name.tsx';
import { RemoveButton } from '../../parts/remove-button.tsx';
import { useNow } from '../../state/now.ts';
import { publicAddress } from '../../state/place.ts';
import { callService, useService, useServiceAction } from '../../state/service.ts';
import { useStatus } from '../../state/session.ts';
import { texts } from '../../style/texts.ts';
import { RequestForm } from './request-form.tsx';
import type { FileRequest } from './shown-requests.ts';

type About = {
  readonly onChoose: (id: string | null) => void;
  readonly onTell: (done: Done) => void;
};

/** One file request: its address, what it asks, and what can be done with it by who may organise its folder. */
export function RequestPanel({ requestId, onChoose, onTell }: About & { requestId: string }): ReactNode {
  const request = useService('getFileRequest', { params: { file_request_id: requestId } });
  const title = request.data?.title ?? '';
  const close = (): void => onChoose(null);
  return (
    <SidePanel
      label={texts.manage.panelOf(title)}
      title={title}
      close={texts.actions.close}
      onClose={close}
      detail={request.data?.created_by === undefined ? '' : texts.requests.by(request.data.created_by.name)}
    >
      {request.isPending && <Skeleton className="m-4 h-64" />}
      {request.isError && (
        <ErrorState
          sentence={request.error.message}
          remedy={request.error.remedy}
          onRetry={() => void request.refetch()}
        />
      )}
      {request.data !== undefined && <AboutRequest request={request.data} onChoose={onChoose} onTell={onTell} />}
    </SidePanel>
  );
}

function AboutRequest({ request, onChoose, onTell }: About & { request: FileRequest }): ReactNode {
  const baseUrl = useStatus()?.account.baseUrl ?? '';
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

function Steps({ request, onChoose, onTell }: About & { request: FileRequest }): ReactNode {
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

function OpenOrClose({ request, onTell }: Pick<About, 'onTell'> & { request: FileRequest }): ReactNode {
  const { id, title = '', status = 'active', expires_at: end } = request;
  const params = { file_request_id: id };
  const nowMs = useNow(60_000);
  const isOver = end !== null && end !== undefined && Date.parse(end) <= nowMs;
  const change = useServiceAction((bridge, to: 'active' | 'inactive') =>
    callService(bridge, 'updateFileRequest', {
      params,
      // What has ended would end again at once.
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
      {change.error !== null && <InlineError sentence={change.error.message} remedy={change.error.remedy} />}
    </>
  );
}

function CopyRequest({ request, onChoose, onTell }: About & { request: FileRequest }): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const { id, title = '' } = request;
  const copy = useServiceAction((bridge, folderId: string) =>
    callService(bridge, 'copyFileRequest', {
      params: { file_request_id: id },
      body: { folder: { id: folderId } },
    }),
  );
  const close = (): void => {
    setAsking(false);
    copy.reset();
  };
  const copied = (made: FileRequest): void => {
    close();
    onChoose(made.id);
    onTell({
      sentence: texts.requests.copied(title, made.folder.name),
      undo: (bridge) => callService(bridge, 'deleteFileRequest', { params: { file_request_id: made.id } }),
    });
  };
  return (
    <>
      <Button onPress={() => setAsking(true)}>
        <Copy aria-hidden className="size-4" />
        {texts.requests.copy}
      </Button>
      {isAsking && (
        <ItemDialog
          title={texts.requests.copyTitle(title)}
          types={['folder']}
          isPending={copy.isPending}
          refused={copy.error}
          onItem={(folder) => copy.mutate(folder.id, { onSuccess: copied })}
          onClose={close}
        />
      )}
    </>
  );
}
