import { say } from '../../../contract/rules/say.ts';
import type { ItemKind, ItemRecords } from '../../ports/metadata/items/items.ts';
import type { MetadataReads } from '../../ports/metadata-store.ts';
import { Refusal } from '../refusal.ts';
import type { Caller } from '../service.ts';
import { type ItemView, requireItem, rightRefusal } from './item-access.ts';
import { downloadRefusal } from './locks.ts';
import { type Revealed, revealing } from './permissions/reveals.ts';

/** The reader and the time, in milliseconds since the epoch. */
export interface Reader {
  readonly caller: Pick<Caller, 'user' | 'scopes'>;
  readonly now: number;
}

/**
 * The only check before an item's bytes or text leave the service: the scopes of the token, the role by collaborations and by a
 * shared link, the account status, and the lock.
 * @throws Refusal `insufficient_scope`, `access_denied_insufficient_permissions`, `access_denied_item_locked`.
 */
export function requireReveal(revealed: Revealed, view: ItemView, reader: Reader): void {
  const refusal = revealRefusal(revealed, view, reader);
  if (refusal !== null) throw refusal;
}

/** The same check as a boolean. */
export function mayReveal(revealed: Revealed, view: ItemView, reader: Reader): boolean {
  return revealRefusal(revealed, view, reader) === null;
}

/** Finds a live item that the caller may see to this extent. */
export async function requireRevealed<Kind extends ItemKind>(
  reads: MetadataReads,
  caller: Caller,
  revealed: Revealed,
  { kind, id }: { readonly kind: Kind; readonly id: string },
): Promise<ItemView<ItemRecords[Kind]>> {
  const view = await requireItem(reads, caller, kind, id, revealing.metadata.action);
  requireReveal(revealed, view, { caller, now: reads.now() });
  return view;
}

function revealRefusal(revealed: Revealed, view: ItemView, reader: Reader): Refusal | null {
  const { action, scopes } = revealing[revealed];
  const allowed: readonly string[] = scopes;
  if (!reader.caller.scopes.some((scope) => allowed.includes(scope))) {
    const message = say`The access token lacks a scope for this: it needs one of ${scopes.join(', ')}.`;
    return new Refusal('insufficient_scope', message);
  }
  return rightRefusal(view, action) ?? (revealed === 'bytes' ? downloadRefusal(view.item, reader) : null);
}
