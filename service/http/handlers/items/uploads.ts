import { errorStatus } from '../../../../contract/error-codes.ts';
import type { FullFile } from '../../../../contract/resources/items/file.ts';
import type { UploadedFiles } from '../../../../contract/resources/items/upload-session.ts';
import { formatBatchLimits } from '../../../../contract/rules/batch-limits.ts';
import { limits } from '../../../../contract/rules/limits.ts';
import { accepted, Refusal } from '../../../domain/refusal.ts';
import { preflightUpload, preflightVersion } from '../../../domain/tree/files/preflight-upload.ts';
import { uploadFile } from '../../../domain/tree/files/upload-file.ts';
import { uploadFiles } from '../../../domain/tree/files/upload-files.ts';
import { uploadVersion } from '../../../domain/tree/files/upload-version.ts';
import { errorBodyOf } from '../../answers/error-response.ts';
import { shownItem, shownItems } from '../../answers/shown-item.ts';
import { readBatch } from '../../content/batch-content.ts';
import { contentAttributes } from '../../content/content-attributes.ts';
import type { HandlerContext, Handlers } from '../../handlers.ts';
import { fileBounds } from '../../requests/multipart/multipart-upload.ts';

/** The announced limits of one `uploadFiles` request. */
const batchLimits = formatBatchLimits({ files: limits.uploadBatchFiles, bytes: limits.uploadBatchBytes });

/** Single-request uploads, and their preflight checks. */
export const uploadHandlers = {
  async preflightUpload({ body }, { service, caller, addresses }) {
    const { name, parent, size } = body;
    await preflightUpload(service, caller, { parentId: parent.id, name, sizeBytes: size ?? undefined });
    return { status: 200, body: { upload_url: addresses.upload() } };
  },

  async preflightVersion({ params, headers, body }, { service, caller, addresses }) {
    const fileId = params.file_id;
    const claim = { fileId, name: body?.name, sizeBytes: body?.size ?? undefined, ifMatch: headers['if-match'] };
    await preflightVersion(service, caller, claim);
    return { status: 200, body: { upload_url: addresses.upload(fileId) } };
  },

  async uploadFile({ query, headers, body: { attributes, content, requestBytes } }, { service, caller, whenGone }) {
    const file = await uploadFile(service, caller, {
      parentId: attributes.parent.id,
      name: attributes.name,
      content,
      ...fileBounds(requestBytes),
      gone: whenGone(),
      sha1: headers['content-md5'],
      isStandard: query.fields === undefined,
      ...contentAttributes(attributes),
    });
    const body = await uploaded(file, query.fields, { service, caller });
    return { status: 201, headers: { 'svc-upload-batch': batchLimits }, body };
  },

  async uploadFiles({ query, body: { attributes, content } }, { service, caller }) {
    const entries = await readBatch(attributes.entries, content);
    const results = await uploadFiles(service, caller, accepted(entries));
    const shown = await shownItems(accepted(results), query.fields, { service, caller });
    const [nextResult, nextShown] = [results.values(), shown.values()];
    const answers = entries.map((entry) => {
      const result = entry instanceof Refusal ? entry : nextResult.next().value;
      return result instanceof Refusal
        ? { status: errorStatus[result.code], error: errorBodyOf(result) }
        : { status: 201, file: nextShown.next().value };
    });
    return { status: 200, body: { total_count: answers.length, entries: answers } };
  },

  async uploadVersion(
    { params, query, headers, body: { attributes, content, requestBytes } },
    { service, caller, whenGone },
  ) {
    const file = await uploadVersion(service, caller, {
      fileId: params.file_id,
      name: attributes?.name,
      ifMatch: headers['if-match'],
      content,
      ...fileBounds(requestBytes),
      gone: whenGone(),
      sha1: headers['content-md5'],
      ...contentAttributes(attributes ?? {}),
    });
    return { status: 201, body: await uploaded(file, query.fields, { service, caller }) };
  },
} satisfies Partial<Handlers>;

/** The one-file list that uploads respond with. */
export async function uploaded(
  file: FullFile,
  fields: readonly string[] | undefined,
  context: Pick<HandlerContext, 'service' | 'caller'>,
): Promise<UploadedFiles> {
  return { total_count: 1, entries: [await shownItem(file, fields, context)] };
}
