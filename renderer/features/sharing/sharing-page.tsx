import { Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { rowKeys } from '../../components/collection/row-keys.ts';
import { EmptyState, ErrorState, Skeleton } from '../../components/feedback/page-state.tsx';
import { Card, Section } from '../../components/layout/card.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { useStatus } from '../../state/bridge/session.ts';
import { useService } from '../../state/service/service.ts';
import { texts } from '../../texts/texts.ts';
import { InvitationList } from './invitation-list.tsx';
import { SharedRow } from './shared-row.tsx';

/** Pending invitations, and items shared with the user, which are in the top folder of the account. */
export function SharingPage(): ReactNode {
  const me = useStatus(({ account }) => account.user?.id) ?? undefined;
  const invitations = useStatus((status) => status.invitations);
  const top = useService('listFolderItems', {
    params: { folder_id: '0' },
    query: { fields: 'type,id,name,owned_by,size,modified_at', limit: 1000 },
  });
  const shared = (top.data?.entries ?? []).filter(({ owned_by: by }) => by !== undefined && by.id !== me);
  const isPending = invitations === null || top.isPending;
  return (
    <div className="flex flex-col gap-4 px-4 pb-6 md:px-8">
      <PageHeader title={texts.sharing.title} />
      {isPending && <Skeleton className="h-40" />}
      {invitations !== null && invitations.length > 0 && <InvitationList invitations={invitations} />}
      {top.isError && (
        <ErrorState
          sentence={top.error.message}
          remedy={top.error.remedy}
          onRetry={() => {
            void top.refetch();
          }}
        />
      )}
      {shared.length > 0 && typeof me === 'string' && (
        <Section title={texts.sharing.shared}>
          <Card>
            <ul aria-label={texts.sharing.shared} ref={rowKeys} className="divide-y divide-line">
              {shared.map((item) => (
                <SharedRow key={`${item.type}:${item.id}`} item={item} userId={me} />
              ))}
            </ul>
          </Card>
        </Section>
      )}
      {!isPending && !top.isError && shared.length + (invitations?.length ?? 0) === 0 && (
        <Card>
          <EmptyState icon={Users} title={texts.sharing.nothing} detail={texts.sharing.nothingDetail} />
        </Card>
      )}
    </div>
  );
}
