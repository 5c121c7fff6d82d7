import type { FullFile } from '../../../../contract/resources/items/file.ts';
import { requireItem } from '../../access/item-access.ts';
import { changeIn } from '../../change/change.ts';
import { announceFile, insertFile } from '../../change/new-content.ts';
import { placeIn } from '../../change/place.ts';
import { treesOf } from '../../change/scope.ts';
import { together } from '../../kernel/together.ts';
import { answerFile } from '../../representation/items/present.ts';
import type { Caller, Service } from '../../service.ts';
import { preflightUpload } from './preflight-upload.ts';
import { type IncomingContent, withStoredContent } from './store-content.ts';

/** Input of `uploadFile`. Times are in milliseconds since the epoch. */
export interface UploadFile extends IncomingContent {
  readonly parentId: string;
  readonly name: string;
  readonly contentCreatedAt?: number | undefined;
  readonly contentModifiedAt?: number | undefined;
}

/**
 * Stores a new file from a single request. Refusals are checked before the first byte is read, and again after the last, since
 * another change may have come first.
 */
export async function uploadFile(service: Service, caller: Caller, request: UploadFile): Promise<FullFile> {
  const { parentId, name, contentCreatedAt, contentModifiedAt } = request;
  await preflightUpload(service, caller, { parentId, name });
  return withStoredContent(service, request, service.settings.singleUploadBytes, async (blob) => {
    return changeIn(service, caller, treesOf(caller, parentId), async (change) => {
      const place = placeIn(await requireItem(change.tx, caller, 'folder', parentId, 'upload'));
      const view = await insertFile(change, place, name, { ...blob, contentCreatedAt, contentModifiedAt });
      const [file] = await together([
        answerFile(service, change.tx, caller, view),
        announceFile(change, place, view.item),
      ]);
      return file;
    });
  });
}
