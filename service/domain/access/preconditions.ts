import { say } from '../../../contract/rules/say.ts';
import type { ItemRecord } from '../../ports/metadata/items/items.ts';
import { Refusal } from '../refusal.ts';

/** @throws Refusal `precondition_failed` if the etag differs from the last one the caller saw (RFC 9110 section 13.1.1). */
export function requireMatch({ name, etag }: Pick<ItemRecord, 'name' | 'etag'>, ifMatch: string | undefined): void {
  if (ifMatch === undefined || ifMatch === '*' || ifMatch === String(etag)) return;
  const message = say`"${name}" has changed: its etag is "${etag}", not "${ifMatch}". Read it again.`;
  throw new Refusal('precondition_failed', message);
}

/** True if the caller has already seen this state of the item (RFC 9110 section 13.1.2): answer 304. */
export function isUnchanged(item: ItemRecord, ifNoneMatch: string | undefined): boolean {
  return ifNoneMatch === '*' || ifNoneMatch === String(item.etag);
}
