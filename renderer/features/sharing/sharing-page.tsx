import { Users } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { ListPage } from '../../parts/rows/list-page.tsx';
import { openItemAct } from '../../parts/rows/look-acts.ts';
import { useStatus } from '../../state/bridge/session.ts';
import { keyOf, nameOf } from '../../state/items/item.ts';
import { useService } from '../../state/service/service.ts';
import { texts } from '../../texts/texts.ts';
import { InvitationList } from './invitation-list.tsx';
import { leaveAct } from './shared-acts.ts';
import { sharedColumns } from './shared-cells.tsx';

/** Pending invitations, and items shared with the user, which are in the top folder of the account. */
export function SharingPage(): ReactNode {
  const me = useStatus(({ account }) => account.user?.id) ?? '';
  const invitations = useStatus((status) => status.invitations);
  const top = useService('listFolderItems', {
    params: { folder_id: '0' },
    query: { fields: 'type,id,name,owned_by,size,modified_at', limit: 1000 },
  });
  const shared = useMemo(
    () => (top.data?.entries ?? []).filter(({ owned_by: by }) => by !== undefined && by.id !== me),
    [top.data, me],
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
        isPending: invitations === null || top.isPending,
        error: top.error,
        seen: () => undefined,
        again: () => void top.refetch(),
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
