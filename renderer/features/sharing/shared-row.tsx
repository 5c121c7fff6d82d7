import { File, Folder } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { TandemBridge } from '../../../preload/ipc/bridge.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { InlineError } from '../../components/inline-error.tsx';
import type { Item } from '../../state/item.ts';
import { hrefOf } from '../../state/route.ts';
import { callService, useServiceAction } from '../../state/service.ts';
import { texts } from '../../style/texts.ts';

/** One thing that somebody shares: whose it is, the way to it, and the way out of it. */
export function SharedRow({ item, userId }: { item: Item; userId: string }): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const leave = useServiceAction((bridge) => leaveShare(bridge, item, userId));
  const { name = '', owned_by: owner } = item;
  const Icon = item.type === 'folder' ? Folder : File;
  const close = (): void => setAsking(false);
  return (
    <li className="flex flex-wrap items-center gap-3 px-4 py-2">
      <Icon aria-hidden className="size-4 shrink-0 text-dim" />
      <div className="min-w-0 flex-[1_1_12rem]">
        <p className="truncate font-medium">
          {item.type === 'folder' ? (
            <a href={hrefOf('files', { folder: item.id })} className="hover:underline">
              {name}
            </a>
          ) : (
            name
          )}
        </p>
        <p className="text-dim text-small">{texts.sharing.by(owner?.name ?? '')}</p>
      </div>
      <Button aria-label={texts.sharing.leaveOf(name)} onPress={() => setAsking(true)}>
        {texts.sharing.leave}
      </Button>
      {isAsking && (
        <Dialog title={texts.sharing.leaveTitle(name)} onClose={close}>
          <p>{texts.sharing.leaveDetail(owner?.name ?? '')}</p>
          {leave.error !== null && <InlineError sentence={leave.error.message} remedy={leave.error.remedy} />}
          <div className="flex justify-end gap-2">
            <Button onPress={close}>{texts.actions.cancel}</Button>
            <Button
              kind="primary"
              isDisabled={leave.isPending}
              onPress={() => leave.mutate(undefined, { onSuccess: close })}
            >
              {texts.sharing.leave}
            </Button>
          </div>
        </Dialog>
      )}
    </li>
  );
}

/** Ends the person's own part in it; whose it is keeps it. */
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
