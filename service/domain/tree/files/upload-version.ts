import type { FullFile } from '../../../../contract/resources/items/file.ts';
import { changeIn } from '../../change/change.ts';
import { announceVersion, insertVersion } from '../../change/contents/new-content.ts';
import { treesOf } from '../../change/scope.ts';
import { type ContentAttributes, contentAttributesOf } from '../../kernel/uploads/content-attributes.ts';
import { together } from '../../kernel/work/together.ts';
import { answerFile } from '../../representation/items/present.ts';
import type { Caller, Service } from '../../service.ts';
import { preflightVersion, requireReplaceable } from './preflight-upload.ts';
import { type IncomingContent, withStoredContent } from './store-content.ts';

/** Input of `uploadVersion`. `name` renames the file. */
export interface UploadVersion extends IncomingContent, ContentAttributes {
  readonly fileId: string;
  readonly name?: string | undefined;
  readonly ifMatch?: string | undefined;
}

/**
 * Adds a new version to a file.
 * @throws Refusal `precondition_failed` if the file has changed since `ifMatch`.
 */
export async function uploadVersion(service: Service, caller: Caller, request: UploadVersion): Promise<FullFile> {
  const { fileId, name, ifMatch, atLeastBytes: leastBytes } = request;
  const space = await preflightVersion(service, caller, { fileId, name, ifMatch, leastBytes });
  const sent = { ...request, sender: caller.user.id, spaces: [space] };
  return withStoredContent(service, sent, async (blob) => {
    return changeIn(service, caller, treesOf(caller, fileId), async (change) => {
      const before = await requireReplaceable(service, change.tx, caller, { fileId, ifMatch });
      const content = { ...blob, ...contentAttributesOf(request) };
      const view = await insertVersion(change, before, name ?? before.item.name, content);
      const [file] = await together([
        answerFile(service, change.tx, caller, view),
        announceVersion(change, before.item, view),
      ]);
      return file;
    });
  });
}
