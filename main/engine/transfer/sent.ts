import { basename } from 'node:path';
import type { Content, Fingerprint } from '../model/entry.ts';
import type { ItemId } from '../model/ids.ts';
import type { TransferRecords } from './records.ts';
import type { UploadRequest } from './transfer.ts';

/**
 * Writes down what is about to be sent, so that it is known for one's own when it is met on the service and the answer was lost, or
 * never written down (SPEC P85). Nothing is written for a transfer without a key.
 */
export function noteSent(
  records: TransferRecords,
  { key, source, destination }: UploadRequest,
  content: Content,
  fingerprint: Fingerprint | null,
  metItemId: ItemId | null = null,
): void {
  if (key === null || source.kind !== 'file' || fingerprint === null) return;
  records.saveSent({ key, destination, content, fingerprint, localName: basename(source.path), metItemId });
}

/** It was refused at the first try, and not because of what may have been itself: nothing of it can be there. */
export function forgetRefused(records: TransferRecords, { key }: UploadRequest, content: Content): void {
  if (key !== null) records.forgetSent(key, content.sha1);
}
