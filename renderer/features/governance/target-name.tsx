import { Building2, History, LayoutTemplate, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ServiceAnswer } from '../../../preload/ipc/service-calls.ts';
import { ItemName } from '../../parts/item-name.tsx';
import { useService } from '../../state/service.ts';
import { texts } from '../../style/texts.ts';

export type Target =
  | NonNullable<ServiceAnswer<'getLegalHoldPolicyAssignment'>['assigned_to']>
  | NonNullable<ServiceAnswer<'listRetentionPolicyAssignments'>['entries'][number]['assigned_to']>;

/** What a hold or a policy is on. */
export function TargetName({ target }: { target: Target }): ReactNode {
  const { type, id } = target;
  if ((type === 'file' || type === 'folder') && id !== null) return <ItemName type={type} id={id} />;
  if (type === 'user' && id !== null) return <PersonName id={id} />;
  const Icon = { enterprise: Building2, metadata_template: LayoutTemplate, file_version: History }[type as string];
  const Shown = Icon ?? UserRound;
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Shown aria-hidden className="size-4 shrink-0 text-dim" />
      <span className="truncate">{plainName(target)}</span>
    </span>
  );
}

/** What a sentence calls a target whose name is not at hand. */
export function plainName({ type, id }: Target): string {
  if (type === 'file' || type === 'folder') return `${texts.manage[type]} ${id ?? ''}`;
  return texts.governance.targetNames[type](id ?? '');
}

function PersonName({ id }: { id: string }): ReactNode {
  const person = useService('getUser', { params: { user_id: id }, query: { fields: 'name' } });
  return (
    <span className="flex min-w-0 items-center gap-2">
      <UserRound aria-hidden className="size-4 shrink-0 text-dim" />
      <span className="truncate">{person.data?.name ?? texts.governance.targetNames.user(id)}</span>
    </span>
  );
}
