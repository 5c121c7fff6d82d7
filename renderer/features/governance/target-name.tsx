import { Building2, History, LayoutTemplate, type LucideIcon, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ServiceAnswer } from '../../../preload/ipc/service-calls.ts';
import { ItemName, useItemName } from '../../parts/items/item-name.tsx';
import { useService } from '../../state/service/service.ts';
import { administration } from '../../texts/administration.ts';

export type Target =
  | NonNullable<ServiceAnswer<'getLegalHoldPolicyAssignment'>['assigned_to']>
  | NonNullable<ServiceAnswer<'listRetentionPolicyAssignments'>['entries'][number]['assigned_to']>;

/** The name of a target of a hold or a policy; `version`: description of a file version, if known. */
export function useTargetName(target: Target | undefined, version: string | null = null): string {
  const { type, id } = target ?? { type: 'enterprise', id: null };
  const item = useItemName((type === 'file' || type === 'folder') && id !== null ? { type, id } : null);
  const person = useService(
    'getUser',
    type === 'user' && id !== null ? { params: { user_id: id }, query: { fields: 'name' } } : null,
  );
  if (type === 'file' || type === 'folder') return item.name;
  if (type === 'file_version' && version !== null) return version;
  return (type === 'user' ? person.data?.name : undefined) ?? administration.governance.targetNames[type](id ?? '');
}

/** The same with an icon; a folder links to its page. */
export function TargetName({ target, version = null }: { target: Target; version?: string | null }): ReactNode {
  const { type, id } = target;
  const name = useTargetName(target, version);
  if ((type === 'file' || type === 'folder') && id !== null) return <ItemName type={type} id={id} />;
  const icons: Readonly<Record<string, LucideIcon>> = {
    enterprise: Building2,
    metadata_template: LayoutTemplate,
    file_version: History,
  };
  const Icon = icons[type] ?? UserRound;
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Icon aria-hidden className="size-4 shrink-0 text-dim" />
      <span dir="auto" className="truncate">
        {name}
      </span>
    </span>
  );
}
