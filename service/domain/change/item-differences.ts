import type { ItemSnapshot } from '../../ports/metadata/streams/events.ts';
import { presentAncestor } from '../kernel/mini.ts';
import type { ItemEventContext } from './change.ts';

/** The details of a rename or a move for administrators and webhooks: names and locations before and after. */
export function differencesOf(before: ItemSnapshot, after: ItemSnapshot): ItemEventContext {
  const isRenamed = before.item.name !== after.item.name;
  const isMoved = before.item.parentId !== after.item.parentId;
  if (!isRenamed && !isMoved) return {};
  return {
    details: {
      ...(isRenamed ? { old_name: before.item.name, new_name: after.item.name } : {}),
      ...(isMoved ? { old_parent_id: parentId(before), new_parent_id: parentId(after) } : {}),
    },
    ...(isMoved ? { before } : {}),
  };
}

function parentId({ ancestors }: ItemSnapshot): string | null {
  const parent = ancestors.at(-1);
  return parent === undefined ? null : presentAncestor(parent).id;
}
