import type { ReactNode } from 'react';
import type { TandemBridge } from '../../../preload/ipc/transport/bridge.ts';
import { listRow } from '../../components/collection/row-keys.ts';
import { FileIcon } from '../../parts/files/file-icon.tsx';
import { fileType } from '../../parts/files/file-type.ts';
import { Avatar } from '../../parts/people/avatar.tsx';
import { RemoveButton } from '../../parts/remove-button.tsx';
import { hrefOf } from '../../state/hooks/route.ts';
import { useNow } from '../../state/hooks/use-now.ts';
import type { Item } from '../../state/items/item.ts';
import { callService, useService } from '../../state/service/service.ts';
import { formatWhen } from '../../texts/format.ts';
import { roleName } from '../../texts/role-name.ts';
import { texts } from '../../texts/texts.ts';

/** One shared item: the person's role, who shared it and when, a link that opens it, and an action to leave it. */
export function SharedRow({ item, userId }: { item: Item; userId: string }): ReactNode {
  const { name = '', owned_by: owner } = item;
  const by = owner?.name ?? '';
  const nowMs = useNow(60_000);
  const own = useOwnCollaboration(item, userId);
  const sharer = own?.created_by ?? owner;
  const role = own?.role === undefined ? '' : roleName(own.role);
  const when = own?.created_at === undefined ? '' : formatWhen(Date.parse(own.created_at), nowMs);
  return (
    <li {...listRow} className="flex min-h-14 flex-wrap items-center gap-3 px-4 py-2">
      <FileIcon type={item.type === 'folder' ? 'folder' : fileType(name)} />
      <div className="min-w-0 flex-[1_1_12rem]">
        <a
          href={
            item.type === 'folder'
              ? hrefOf('files', { folder: item.id })
              : hrefOf('files', { folder: '0', file: item.id })
          }
          dir="auto"
          title={name}
          className="block w-fit max-w-full truncate hover:underline"
        >
          {name}
        </a>
        <p className="text-dim text-small">
          {[role, texts.sharing.by(sharer?.name ?? ''), when].filter((part) => part !== '').join(' · ')}
        </p>
      </div>
      {sharer !== undefined && <Avatar id={sharer.id} name={sharer.name} size={28} />}
      <RemoveButton
        label={texts.sharing.leaveOf(name)}
        title={texts.sharing.leaveTitle(name)}
        detail={texts.sharing.leaveDetail(by)}
        action={texts.sharing.leave}
        act={(bridge) => leaveShare(bridge, item, userId)}
      >
        {texts.sharing.leave}
      </RemoveButton>
    </li>
  );
}

/** The person's own collaboration; undefined while loading, or if a group or a folder above gives the access. */
function useOwnCollaboration(item: Item, userId: string) {
  const query = { limit: 1000 };
  const isFolder = item.type === 'folder';
  const ofFolder = useService('listFolderCollaborations', isFolder ? { params: { folder_id: item.id }, query } : null);
  const ofFile = useService('listFileCollaborations', isFolder ? null : { params: { file_id: item.id }, query });
  const entries = (isFolder ? ofFolder : ofFile).data?.entries;
  return entries?.find(({ accessible_by: by }) => by?.type === 'user' && by.id === userId);
}

/** Leaves the collaboration. The owner keeps the item. */
async function leaveShare(bridge: TandemBridge, item: Item, userId: string): Promise<void> {
  const page =
    item.type === 'folder'
      ? await callService(bridge, 'listFolderCollaborations', {
          params: { folder_id: item.id },
          query: { limit: 1000 },
        })
      : await callService(bridge, 'listFileCollaborations', { params: { file_id: item.id }, query: { limit: 1000 } });
  const own = page.entries.find(({ accessible_by: by }) => by?.type === 'user' && by.id === userId);
  if (own === undefined) throw new Error(texts.sharing.throughGroup);
  await callService(bridge, 'deleteCollaboration', { params: { collaboration_id: own.id } });
}
