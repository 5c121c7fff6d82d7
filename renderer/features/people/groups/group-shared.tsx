import { File, Folder } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ServiceAnswer } from '../../../../preload/ipc/service-calls.ts';
import { Listed } from '../../../parts/query-boundary.tsx';
import { ShortList } from '../../../parts/short-list.tsx';
import { byOffset } from '../../../state/service/list-parts.ts';
import { callService, SERVICE } from '../../../state/service/service.ts';
import { useList } from '../../../state/service/use-list.ts';
import { roleName } from '../../../texts/role-name.ts';
import { texts } from '../../../texts/texts.ts';

type Collaboration = ServiceAnswer<'listGroupCollaborations'>['entries'][number];

const PAGE_SIZE = 200;

/** The items shared with a group, and its roles. */
export function GroupShared({ groupId }: { groupId: string }): ReactNode {
  const listing = useList<Collaboration>({
    key: [SERVICE, 'listGroupCollaborations', groupId],
    read: byOffset(async (bridge, offset) => {
      const query = { limit: PAGE_SIZE, offset };
      const page = await callService(bridge, 'listGroupCollaborations', { params: { group_id: groupId }, query });
      return { entries: page.entries, total: page.total_count, limit: page.limit };
    }),
  });
  return (
    <Listed listing={listing}>
      <div className="grid gap-4">
        <ShortList label={texts.people.shared} listing={listing} nothing={texts.people.noShared} className="gap-2">
          {(one) => <SharedItem key={one.id} collaboration={one} />}
        </ShortList>
      </div>
    </Listed>
  );
}

function SharedItem({ collaboration: { item, role = '' } }: { collaboration: Collaboration }): ReactNode {
  const Icon = item?.type === 'file' ? File : Folder;
  return (
    <li className="flex items-center gap-2">
      <Icon aria-hidden className="size-4 shrink-0 text-dim" />
      <span className="flex min-w-0 flex-1">
        <span dir="auto" className="truncate">
          {item?.name ?? texts.people.hiddenItem}
        </span>
      </span>
      <span className="text-dim text-small">{roleName(role)}</span>
    </li>
  );
}
