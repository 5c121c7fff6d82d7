import { File, Folder } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ServiceAnswer } from '../../../preload/ipc/service-calls.ts';
import { Button } from '../../components/button.tsx';
import { ErrorState, Skeleton } from '../../components/page-state.tsx';
import { callService, useServiceList } from '../../state/service.ts';
import { roleName } from '../../style/role-name.ts';
import { texts } from '../../style/texts.ts';

type Collaboration = ServiceAnswer<'listGroupCollaborations'>['entries'][number];

const PAGE_SIZE = 200;

/** What is shared with a group, and in which role. */
export function GroupShared({ groupId }: { groupId: string }): ReactNode {
  const listing = useServiceList<Collaboration>(['group collaborations', groupId], async (bridge, offset) => {
    const query = { limit: PAGE_SIZE, offset };
    const page = await callService(bridge, 'listGroupCollaborations', { params: { group_id: groupId }, query });
    return { entries: page.entries, total: page.total_count };
  });
  if (listing.isPending) return <Skeleton className="h-24" />;
  const { error } = listing;
  if (error !== null) return <ErrorState sentence={error.message} remedy={error.remedy} onRetry={listing.again} />;
  if (listing.entries.length === 0) return <p className="text-dim">{texts.people.noShared}</p>;
  return (
    <div className="grid gap-4">
      <ul aria-label={texts.people.shared} className="grid gap-2">
        {listing.entries.map((one) => (
          <SharedItem key={one.id} collaboration={one} />
        ))}
      </ul>
      {listing.total > listing.entries.length && <Button onPress={listing.more}>{texts.actions.more}</Button>}
    </div>
  );
}

function SharedItem({ collaboration: { item, role = '' } }: { collaboration: Collaboration }): ReactNode {
  const Icon = item?.type === 'file' ? File : Folder;
  return (
    <li className="flex items-center gap-2">
      <Icon aria-hidden className="size-4 shrink-0 text-dim" />
      <span className="min-w-0 flex-1 truncate">{item?.name ?? texts.people.hiddenItem}</span>
      <span className="text-dim text-small">{texts.people.sharedAs(roleName(role))}</span>
    </li>
  );
}
