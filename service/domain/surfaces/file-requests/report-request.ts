import type { AdminEventType } from '../../../../contract/resources/streams/admin-event.ts';
import type { FileRequestRecord } from '../../../ports/metadata/surfaces/file-requests.ts';
import type { Change } from '../../change/change.ts';

/** Reports a change to a file request to the administrators' log. */
export async function reportRequest(
  { report }: Change,
  adminType: Extract<AdminEventType, `FILE_REQUEST_${string}`>,
  { id, title, folderId }: FileRequestRecord,
): Promise<void> {
  const resource = { type: 'file_request', id, title, folder: { type: 'folder', id: folderId } };
  await report({ adminType, trigger: null, source: { kind: 'resource', resource } });
}
