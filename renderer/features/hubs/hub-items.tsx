import { File, Folder, Globe, type LucideIcon, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ServiceAnswer } from '../../../preload/ipc/service-calls.ts';
import type { TandemBridge } from '../../../preload/ipc/transport/bridge.ts';
import { ErrorMessage } from '../../components/feedback/error-message.tsx';
import { DialogButton } from '../../components/overlay/dialog-button.tsx';
import { type ChosenItem, ItemDialog } from '../../parts/items/item-dialog.tsx';
import { Listed } from '../../parts/query-boundary.tsx';
import type { ListSteps } from '../../parts/rows/list-page.tsx';
import { ShortList } from '../../parts/short-list.tsx';
import { TakeOutButton } from '../../parts/take-out-button.tsx';
import { CommandRefused } from '../../state/bridge/bridge.ts';
import { hrefOf } from '../../state/hooks/route.ts';
import { byMarker } from '../../state/service/list-parts.ts';
import { callService, SERVICE, useServiceAction } from '../../state/service/service.ts';
import { useList } from '../../state/service/use-list.ts';
import { texts } from '../../texts/texts.ts';
import type { Hub, HubRole } from './hub.ts';

type HubItem = ServiceAnswer<'listHubItems'>['entries'][number];
type Steps = Pick<ListSteps, 'onTell'> & { readonly hub: Hub };

const PAGE_SIZE = 100;
const icons: Readonly<Record<HubItem['type'], LucideIcon>> = { file: File, folder: Folder, web_link: Globe };

/** The items of a hub that the user can see; editors can add and remove items. */
export function HubItems({ hub, role, onTell }: Steps & { role: HubRole | null }): ReactNode {
  const listing = useList<HubItem>({
    key: [SERVICE, 'listHubItems', hub.id],
    read: byMarker((bridge, marker) =>
      callService(bridge, 'listHubItems', { query: { hub_id: hub.id, limit: PAGE_SIZE, ...marker } }),
    ),
    keepsPrevious: true,
  });
  const mayCurate = role === 'editor' || role === 'co-owner';
  return (
    <Listed listing={listing}>
      <div className="grid gap-4">
        {mayCurate && <AddItem hub={hub} />}
        <ShortList label={texts.hubs.items} listing={listing} nothing={texts.hubs.noItems} className="gap-2">
          {(item) => (
            <ItemRow key={`${item.type}:${item.id}`} hub={hub} item={item} mayCurate={mayCurate} onTell={onTell} />
          )}
        </ShortList>
      </div>
    </Listed>
  );
}

function ItemRow({ hub, item, mayCurate, onTell }: Steps & { item: HubItem; mayCurate: boolean }): ReactNode {
  const remove = useServiceAction(
    (bridge) => manage(bridge, hub.id, 'remove', item),
    () =>
      onTell({
        sentence: texts.hubs.itemRemoved(item.name),
        undo: (bridge) => manage(bridge, hub.id, 'add', item),
      }),
  );
  const Icon = icons[item.type];
  return (
    <li className="grid gap-1">
      <div className="flex items-center gap-2">
        <Icon aria-hidden className="size-4 shrink-0 text-dim" />
        <div className="min-w-0 flex-1">
          <div dir="auto" className="w-fit max-w-full truncate" title={item.name}>
            {item.type === 'folder' ? (
              <a href={hrefOf('files', { folder: item.id })} className="hover:underline">
                {item.name}
              </a>
            ) : (
              item.name
            )}
          </div>
        </div>
        {mayCurate && <TakeOutButton name={item.name} removing={remove} />}
      </div>
      <ErrorMessage error={remove.error} />
    </li>
  );
}

const AddItem = ({ hub }: { hub: Hub }): ReactNode => (
  <div>
    <DialogButton icon={Plus} label={texts.hubs.addItem}>
      {(close) => <AddItemDialog hub={hub} onClose={close} />}
    </DialogButton>
  </div>
);

function AddItemDialog({ hub, onClose }: { hub: Hub; onClose: () => void }): ReactNode {
  const add = useServiceAction((bridge, item: ChosenItem) => manage(bridge, hub.id, 'add', item));
  return (
    <ItemDialog
      title={texts.hubs.addItem}
      types={['file', 'folder', 'web_link']}
      isPending={add.isPending}
      refused={add.error}
      onItem={(item) => add.mutate(item, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

/** The service responds for each item separately; report its refusal here. */
async function manage(
  bridge: TandemBridge,
  hubId: string,
  action: 'add' | 'remove',
  { type, id }: Pick<HubItem, 'type' | 'id'>,
): Promise<void> {
  const { operations } = await callService(bridge, 'manageHubItems', {
    params: { hub_id: hubId },
    body: { operations: [{ action, item: { type, id } }] },
  });
  const refused = operations.find(({ error }) => error !== undefined);
  if (refused?.error !== undefined) {
    throw new CommandRefused({ code: 'refused', message: refused.error, remedy: '' });
  }
}
