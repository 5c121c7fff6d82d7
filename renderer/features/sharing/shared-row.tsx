import { File, Folder } from 'lucide-react';
import type { ReactNode } from 'react';
import type { TandemBridge } from '../../../preload/ipc/bridge.ts';
import { ListRow } from '../../components/collection/list-row.tsx';
import { RemoveButton } from '../../parts/remove-button.tsx';
import { hrefOf } from '../../state/hooks/route.ts';
import type { Item } from '../../state/items/item.ts';
import { callService } from '../../state/service/service.ts';
import { texts } from '../../texts/texts.ts';

/** One shared item: its owner, a link to it, and an action to leave it. */
export function SharedRow({ item, userId }: { item: Item; userId: string }): ReactNode {
  const { name = '', owned_by: owner } = item;
  const by = owner?.name ?? '';
  return (
    <ListRow icon={item.type === 'folder' ? Folder : File} error={null}>
      <div className="min-w-0 flex-[1_1_12rem]">
        <p dir="auto" className="w-fit max-w-full truncate" title={name}>
          {item.type === 'folder' ? (
            <a href={hrefOf('files', { folder: item.id })} className="hover:underline">
              {name}
            </a>
          ) : (
            name
          )}
        </p>
        <p className="text-dim text-small">{texts.sharing.by(by)}</p>
      </div>
      <RemoveButton
        label={texts.sharing.leaveOf(name)}
        title={texts.sharing.leaveTitle(name)}
        detail={texts.sharing.leaveDetail(by)}
        action={texts.sharing.leave}
        act={(bridge) => leaveShare(bridge, item, userId)}
      >
        {texts.sharing.leave}
      </RemoveButton>
    </ListRow>
  );
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
