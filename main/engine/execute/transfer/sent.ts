import { basename } from 'node:path';
import type { Content, Fingerprint } from '../../model/entry.ts';
import type { ItemId } from '../../model/ids.ts';
import type { TransferRecords } from './records.ts';
import type { UploadRequest } from './transfer.ts';

/**
 * Records content about to be sent, so that it is recognised as our own upload when it appears on the service after the answer
 * was lost or not recorded (SPEC P85). Transfers without a key are not recorded.
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

/** Refused at the first attempt, and not because of an item that may be this upload: nothing can have arrived. */
export function forgetRefused(records: TransferRecords, { key }: UploadRequest, content: Content): void {
  if (key !== null) records.forgetSent(key, content.sha1);
}
