import { Users } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { ListPage } from '../../parts/rows/list-page.tsx';
import { openItemAct } from '../../parts/rows/look-acts.ts';
import { useStatus } from '../../state/bridge/session.ts';
import { type Item, keyOf, nameOf } from '../../state/items/item.ts';
import { callService, SERVICE } from '../../state/service/service.ts';
import { type List, useList } from '../../state/service/use-list.ts';
import { texts } from '../../texts/texts.ts';
import { InvitationList } from './invitation-list.tsx';
import { leaveAct } from './shared-acts.ts';
import { sharedColumns } from './shared-cells.tsx';

/** Pending invitations, and items shared with the user, which are in the top folder of the account. */
export function SharingPage(): ReactNode {
  const me = useStatus(({ account }) => account.user?.id) ?? '';
  const invitations = useStatus((status) => status.invitations);
  const top = useTopItems();
  const shared = useMemo(
    () => top.entries.filter(({ owned_by: by }) => by !== undefined && by.id !== me),
    [top.entries, me],
  );
  const columns = useMemo(() => sharedColumns(me), [me]);
  const { title, shared: label, nothing, nothingDetail, acceptFirst } = texts.sharing;
  const isInvited = (invitations?.length ?? 0) > 0;
  return (
    <ListPage
      title={title}
      label={label}
      listing={{
        entries: shared,
        // An empty list means none only once all are read.
        isPending: invitations === null || top.isPending || (shared.length === 0 && top.hasMore && top.error === null),
        error: top.error,
        // All are read; those that are stale are read again wherever they are.
        seen: () => undefined,
        again: top.error !== null && top.hasMore ? top.more : top.again,
      }}
      columns={columns}
      keyOf={keyOf}
      nameOf={nameOf}
      useActs={(item) => [openItemAct(item), leaveAct(item, me)]}
      openAct={openItemAct}
      empty={{ icon: Users, title: nothing, detail: isInvited ? acceptFirst : nothingDetail }}
      {...(invitations !== null && isInvited ? { filters: <InvitationList invitations={invitations} /> } : {})}
    />
  );
}

/** Everything in the top folder. */
function useTopItems(): List<Item> {
  return useList<Item>({
    key: [SERVICE, 'listFolderItems', '0', 'shared'],
    read: async (bridge, marker) => {
      const page = await callService(bridge, 'listFolderItems', {
        params: { folder_id: '0' },
        query: {
          fields: 'type,id,name,owned_by,size,modified_at,has_collaborations',
          limit: 1000,
          usemarker: true,
          ...(marker === null ? {} : { marker }),
        },
      });
      return { entries: page.entries, next: ('next_marker' in page ? page.next_marker : null) ?? null };
    },
    isWhole: true,
  });
}
