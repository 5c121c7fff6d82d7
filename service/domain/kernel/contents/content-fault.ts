import { say } from '../../../../contract/rules/say.ts';
import { BlobStoreUnavailable, faultOf } from '../../../ports/blob-store.ts';
import type { VersionRecord } from '../../../ports/metadata/items/versions.ts';
import { Refusal } from '../../refusal.ts';
import type { Service } from '../../service.ts';
import { affectsOneContent } from './owns-contents.ts';

/** A stored content, and the version that names it. */
export type Content = Pick<VersionRecord, 'blobId' | 'fileId' | 'id' | 'sha1'>;

/** Longer than a client waits within a transfer: others go first, since this content may stay unreadable. */
const retryAfterSeconds = 60;

/** The refusal of a content that alone cannot be read, which is reported to the operator; null for all other errors. */
export async function contentRefusal(service: Service, content: Content, error: unknown): Promise<Refusal | null> {
  const fault = faultOf(error);
  if (fault === null) return null;
  if (!(await affectsOneContent(service, error))) throw new BlobStoreUnavailable(error);
  reportFault(service, content, error);
  switch (fault) {
    case 'missing':
      return new Refusal('internal_server_error', say`This content is missing on the service. Tell its operator.`);
    case 'damaged':
      return new Refusal('internal_server_error', say`This content is damaged on the service. Tell its operator.`);
    case 'unreadable': {
      const message = say`The service cannot read this content at the moment. Try again later.`;
      return new Refusal('content_unavailable', message, { retryAfterSeconds });
    }
  }
}

/** Reports an error that concerns one content to the operator; others are left to those who meet them. */
export function reportFault(service: Pick<Service, 'noteFault'>, content: Content, error: unknown): void {
  const fault = faultOf(error);
  if (fault === null) return;
  const { fileId, id: versionId, sha1 } = content;
  service.noteFault({ fault, fileId, versionId, sha1, err: error });
}
