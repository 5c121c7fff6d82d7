import type { ItemRecord } from '../../ports/metadata/items.ts';
import { Refusal } from '../refusal.ts';

/** @throws Refusal `precondition_failed` when the caller's last observed etag is not the item's (RFC 9110 section 13.1.1). */
export function requireMatch(item: ItemRecord, ifMatch: string | undefined): void {
  if (ifMatch === undefined || ifMatch === '*' || ifMatch === String(item.etag)) return;
  const message = `"${item.name}" changed meanwhile: its etag is "${item.etag}", not "${ifMatch}". Read it again.`;
  throw new Refusal('precondition_failed', message);
}

/** True when the caller has seen this very state of the item (RFC 9110 section 13.1.2): answer 304. */
export function isUnchanged(item: ItemRecord, ifNoneMatch: string | undefined): boolean {
  return ifNoneMatch !== undefined && (ifNoneMatch === '*' || ifNoneMatch === String(item.etag));
}
