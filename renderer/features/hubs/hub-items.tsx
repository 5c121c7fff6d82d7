import { File, Folder, Globe, type LucideIcon, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { TandemBridge } from '../../../preload/ipc/bridge.ts';
import type { ServiceAnswer } from '../../../preload/ipc/service-calls.ts';
import { Button } from '../../components/button.tsx';
import { InlineError } from '../../components/inline-error.tsx';
import { ErrorState, Skeleton } from '../../components/page-state.tsx';
import { type ChosenItem, ItemDialog } from '../../parts/item-dialog.tsx';
import { CommandRefused } from '../../state/bridge.ts';
import { useMarkerList } from '../../state/marker-list.ts';
import { hrefOf } from '../../state/route.ts';
import { callService, useServiceAction } from '../../state/service.ts';
import { texts } from '../../style/texts.ts';
import type { Hub, HubRole, HubSteps } from './hub.ts';

type HubItem = ServiceAnswer<'listHubItems'>['entries'][number];
type Steps = Pick<HubSteps, 'onTell'> & { readonly hub: Hub };

const PAGE_SIZE = 100;
const icons: Readonly<Record<HubItem['type'], LucideIcon>> = { file: File, folder: Folder, web_link: Globe };

/** What is in a hub, as far as the person sees it; editors put things in and take them out. */
export function HubItems({ hub, role, onTell }: Steps & { role: HubRole | null }): ReactNode {
  const listing = useMarkerList<HubItem>(['hub items', hub.id], (bridge, marker) =>
    callService(bridge, 'listHubItems', { query: { hub_id: hub.id, limit: PAGE_SIZE, ...marker } }),
  );
  const mayCurate = role === 'editor' || role === 'co-owner';
  if (listing.isPending) return <Skeleton className="h-24" />;
  const { error } = listing;
  if (error !== null) return <ErrorState sentence={error.message} remedy={error.remedy} onRetry={listing.again} />;
  return (
    <div className="grid gap-4">
      {mayCurate && <AddItem hub={hub} />}
      {listing.entries.length === 0 && <p className="text-dim">{texts.hubs.noItems}</p>}
      <ul aria-label={texts.hubs.items} className="grid gap-2">
        {listing.entries.map((item) => (
          <ItemRow key={`${item.type}:${item.id}`} hub={hub} item={item} mayCurate={mayCurate} onTell={onTell} />
        ))}
      </ul>
      {listing.entries.length >= PAGE_SIZE && <Button onPress={listing.more}>{texts.actions.more}</Button>}
    </div>
  );
}

function ItemRow({ hub, item, mayCurate, onTell }: Steps & { item: HubItem; mayCurate: boolean }): ReactNode {
  const remove = useServiceAction((bridge) => manage(bridge, hub.id, 'remove', item));
  const Icon = icons[item.type];
  const removed = (): void =>
    onTell({
      sentence: texts.hubs.itemRemoved(item.name),
      undo: (bridge) => manage(bridge, hub.id, 'add', item),
    });
  return (
    <li className="grid gap-1">
      <div className="flex items-center gap-2">
        <Icon aria-hidden className="size-4 shrink-0 text-dim" />
        <span className="min-w-0 flex-1 truncate" title={item.name}>
          {item.type === 'folder' ? (
            <a href={hrefOf('files', { folder: item.id })} className="hover:underline">
              {item.name}
            </a>
          ) : (
            item.name
          )}
        </span>
        {mayCurate && (
          <Button
            aria-label={texts.manage.removeOf(item.name)}
            isDisabled={remove.isPending}
            onPress={() => remove.mutate(undefined, { onSuccess: removed })}
          >
            {texts.manage.remove}
          </Button>
        )}
      </div>
      {remove.error !== null && <InlineError sentence={remove.error.message} remedy={remove.error.remedy} />}
    </li>
  );
}

function AddItem({ hub }: { hub: Hub }): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const add = useServiceAction((bridge, item: ChosenItem) => manage(bridge, hub.id, 'add', item));
  const close = (): void => {
    setAsking(false);
    add.reset();
  };
  return (
    <div>
      <Button onPress={() => setAsking(true)}>
        <Plus aria-hidden className="size-4" />
        {texts.hubs.addItem}
      </Button>
      {isAsking && (
        <ItemDialog
          title={texts.hubs.addItem}
          types={['file', 'folder', 'web_link']}
          isPending={add.isPending}
          refused={add.error}
          onItem={(item) => add.mutate(item, { onSuccess: close })}
          onClose={close}
        />
      )}
    </div>
  );
}

/** The service answers for each item by itself: what it refused is refused here as well. */
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
