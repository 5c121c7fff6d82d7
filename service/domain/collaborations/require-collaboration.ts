import type { CollaborationRecord } from '../../ports/metadata/collaborations.ts';
import type { MetadataReads } from '../../ports/metadata-store.ts';
import { accessTo } from '../access/item-access.ts';
import { allows } from '../permissions/rights.ts';
import { Refusal } from '../refusal.ts';
import type { Caller } from '../service.ts';

/** A collaboration and what the caller is to it. */
export interface CollaborationView {
  readonly collaboration: CollaborationRecord;
  /** It is the caller's own access. */
  readonly isInvited: boolean;
  /** The caller may change or end it: who invited, and whoever may invite to the item. */
  readonly mayManage: boolean;
}

/** A collaboration that concerns the caller. @throws Refusal `not_found` when there is none or it concerns others only. */
export async function requireCollaboration(
  reads: MetadataReads,
  caller: Caller,
  id: string,
): Promise<CollaborationView> {
  const collaboration = await reads.collaborations.get(id);
  const item = collaboration ? await reads.items.get(collaboration.itemId) : null;
  const access = item ? await accessTo(reads, caller, item, await reads.items.ancestors(item)) : null;
  const isInvited = collaboration?.userId === caller.user.id;
  const isInviter = collaboration?.createdBy === caller.user.id;
  if (!collaboration || !(isInvited || isInviter || access)) {
    throw new Refusal('not_found', `There is no collaboration ${id}, or it does not concern you.`);
  }
  const mayManage = access !== null && allows(access.role, 'invite');
  return { collaboration, isInvited, mayManage };
}
