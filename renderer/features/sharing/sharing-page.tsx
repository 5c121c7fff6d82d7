import { Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState, ErrorState, Skeleton } from '../../components/feedback/page-state.tsx';
import { Card, Section } from '../../components/layout/card.tsx';
import { useStatus } from '../../state/bridge/session.ts';
import { useService } from '../../state/service/service.ts';
import { texts } from '../../texts/texts.ts';
import { InvitationList } from './invitation-list.tsx';
import { SharedRow } from './shared-row.tsx';

/** Pending invitations, and items shared with the user, which are in the top folder of the account. */
export function SharingPage(): ReactNode {
  const me = useStatus(({ account }) => account.user?.id);
  const invitations = useStatus((status) => status.invitations) ?? [];
  const top = useService('listFolderItems', {
    params: { folder_id: '0' },
    query: { fields: 'type,id,name,owned_by,size,modified_at', limit: 1000 },
  });
  const shared = (top.data?.entries ?? []).filter(
    ({ owned_by: by }) => by !== undefined && by.id !== (me ?? undefined),
  );
  const isPending = me === null || top.isPending;
  return (
    <div className="flex flex-col gap-6 px-4 py-6 md:px-8">
      <h1 className="font-semibold text-title">{texts.sharing.title}</h1>
      {isPending && <Skeleton className="h-40" />}
      {invitations.length > 0 && <InvitationList invitations={invitations} />}
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
            <ul aria-label={texts.sharing.shared} className="divide-y divide-line">
              {shared.map((item) => (
                <SharedRow key={`${item.type}:${item.id}`} item={item} userId={me} />
              ))}
            </ul>
          </Card>
        </Section>
      )}
      {!isPending && !top.isError && shared.length + invitations.length === 0 && (
        <Card>
          <EmptyState icon={Users} title={texts.sharing.nothing} detail={texts.sharing.nothingDetail} />
        </Card>
      )}
    </div>
  );
}
