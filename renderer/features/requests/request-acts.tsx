import { CircleCheck, CircleSlash, Copy, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { TandemBridge } from '../../../preload/ipc/transport/bridge.ts';
import { ItemDialog } from '../../parts/items/item-dialog.tsx';
import { copyAct } from '../../parts/rows/copy-act.ts';
import type { ListSteps } from '../../parts/rows/list-page.tsx';
import { detailsAct } from '../../parts/rows/look-acts.ts';
import type { EntryAct } from '../../parts/rows/row-act.ts';
import { useStatus } from '../../state/bridge/session.ts';
import { publicAddress } from '../../state/service/public-address.ts';
import { callService, useService, useServiceAction } from '../../state/service/service.ts';
import { texts } from '../../texts/texts.ts';
import type { FileRequest } from './shown-requests.ts';

/** The actions on a file request: changes only for anyone who may organise its folder. */
export function useRequestActs(request: FileRequest, steps: ListSteps): readonly EntryAct[] {
  const baseUrl = useStatus(({ account }) => account.baseUrl) ?? '';
  const mayChange = useMayChange(request) === true;
  const open = detailsAct(request.id, steps);
  const link = copyAct(publicAddress(baseUrl, request.url ?? ''));
  return mayChange
    ? [open, link, turnAct(request), copyToAct(request, steps), deleteAct(request, steps)]
    : [open, link];
}

/** Undefined while unknown. */
export function useMayChange({ folder }: FileRequest): boolean | undefined {
  return useService('getFolder', { params: { folder_id: folder.id }, query: { fields: 'permissions', limit: 1 } }).data
    ?.permissions?.can_rename;
}

function turnAct({ id, title = '', status = 'active', expires_at: end }: FileRequest): EntryAct {
  const isOpen = status === 'active';
  const isOver = typeof end === 'string' && Date.parse(end) <= Date.now();
  const set = (bridge: TandemBridge, to: typeof status) =>
    callService(bridge, 'updateFileRequest', {
      params: { file_request_id: id },
      // An expired one would expire again at once.
      body: { status: to, ...(to === 'active' && isOver ? { expires_at: null } : {}) },
    });
  const { open, close, opened, closed } = texts.requests;
  return {
    id: 'turn',
    icon: isOpen ? CircleSlash : CircleCheck,
    label: isOpen ? close : open,
    group: 'change',
    send: async (bridge) => {
      await set(bridge, isOpen ? 'inactive' : 'active');
      return { sentence: isOpen ? closed(title) : opened(title), undo: (undoing) => set(undoing, status) };
    },
  };
}

const copyToAct = (request: FileRequest, steps: ListSteps): EntryAct => ({
  id: 'copy-to',
  icon: Copy,
  label: texts.requests.copy,
  group: 'change',
  ask: (close) => <CopyRequest request={request} {...steps} onClose={close} />,
});

function CopyRequest({
  request: { id, title = '' },
  onChoose,
  onTell,
  onClose,
}: ListSteps & { request: FileRequest; onClose: () => void }): ReactNode {
  const copy = useServiceAction(
    (bridge, folderId: string) =>
      callService(bridge, 'copyFileRequest', {
        params: { file_request_id: id },
        body: { folder: { id: folderId } },
      }),
    (made) =>
      onTell({
        sentence: texts.requests.copied(title, made.folder.name),
        undo: (bridge) => callService(bridge, 'deleteFileRequest', { params: { file_request_id: made.id } }),
      }),
  );
  const copied = (made: FileRequest): void => {
    onClose();
    onChoose(made.id);
  };
  return (
    <ItemDialog
      title={texts.requests.copyTitle(title)}
      types={['folder']}
      isPending={copy.isPending}
      refused={copy.error}
      onItem={(folder) => copy.mutate(folder.id, { onSuccess: copied })}
      onClose={onClose}
    />
  );
}

function deleteAct({ id, title = '', folder }: FileRequest, { onGone }: ListSteps): EntryAct {
  const words = texts.requests;
  return {
    id: 'delete',
    icon: Trash2,
    label: words.delete,
    group: 'remove',
    confirm: {
      title: words.deleteTitle(title),
      detail: words.deleteDetail(folder.name),
      action: words.deleteAction,
    },
    send: async (bridge) => {
      await callService(bridge, 'deleteFileRequest', { params: { file_request_id: id } });
      onGone(id);
      return { sentence: words.deleted(title, folder.name), undo: null };
    },
  };
}
