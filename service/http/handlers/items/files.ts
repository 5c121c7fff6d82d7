import { errorStatus } from '../../../../contract/error-codes.ts';
import { PREFER_BYTES } from '../../../../contract/operations/parameters.ts';
import type { FullFile } from '../../../../contract/resources/items/file.ts';
import { formatBatchLimits } from '../../../../contract/rules/batch-limits.ts';
import { limits } from '../../../../contract/rules/limits.ts';
import { Refusal } from '../../../domain/refusal.ts';
import { copyFile } from '../../../domain/tree/files/copy-file.ts';
import { deleteFile } from '../../../domain/tree/files/delete-file.ts';
import { downloadFile } from '../../../domain/tree/files/downloads/download-file.ts';
import { downloadFiles } from '../../../domain/tree/files/downloads/download-files.ts';
import { mayPreview } from '../../../domain/tree/files/downloads/may-preview.ts';
import { getFile } from '../../../domain/tree/files/get-file.ts';
import { updateFile } from '../../../domain/tree/files/update-file.ts';
import type { FileLockInput } from '../../../domain/tree/items/item-changes.ts';
import { errorBodyOf } from '../../answers/error-response.ts';
import { shownItem } from '../../answers/shown-item.ts';
import { authorityOf } from '../../answers/tickets.ts';
import { contentAnswer } from '../../content/content-answer.ts';
import { contentDates } from '../../content/content-attributes.ts';
import type { HandlerContext, Handlers } from '../../handlers.ts';
import { sharedLinkInput } from '../../requests/shared-link-input.ts';

/** The announced limits of one `downloadFiles` response. */
const batchLimits = formatBatchLimits({ files: limits.downloadBatchFiles, bytes: limits.downloadBatchBytes });

/** Files: reading, updating, copying, deleting and downloading. */
export const fileHandlers = {
  async getFile({ params, query, headers }, { service, caller, addresses }) {
    const file = await getFile(service, caller, {
      fileId: params.file_id,
      ifNoneMatch: headers['if-none-match'],
      isStandard: query.fields === undefined,
    });
    if (file === 'not_modified') return { status: 304 };
    const isWanted = query.fields?.includes('expiring_embed_link') && (await mayPreview(service, caller, file.id));
    const embed = isWanted ? embedLink(file, { caller, addresses }) : {};
    return { status: 200, body: await shownItem({ ...file, ...embed }, query.fields, { service, caller }) };
  },

  async updateFile({ params, query, headers, body }, { service, caller }) {
    const { name, parent, description, tags } = body;
    const file = await updateFile(service, caller, {
      fileId: params.file_id,
      ifMatch: headers['if-match'],
      sharedLink: sharedLinkInput(body.shared_link),
      parentId: parent?.id,
      name,
      description,
      tags,
      lock: fileLockInput(body.lock),
      collectionIds: body.collections,
      dispositionAt: body.disposition_at === undefined ? undefined : Date.parse(body.disposition_at),
      ...contentDates(body),
    });
    return { status: 200, body: await shownItem(file, query.fields, { service, caller }) };
  },

  async copyFile({ params, query, headers, body }, { service, caller }) {
    const file = await copyFile(service, caller, {
      fileId: params.file_id,
      parentId: body.parent.id,
      name: body.name,
      versionId: body.version,
      ifNoneMatch: headers['if-none-match'],
    });
    if (file === 'not_modified') return { status: 304 };
    return { status: 201, body: await shownItem(file, query.fields, { service, caller }) };
  },

  async deleteFile({ params, headers }, { service, caller }) {
    await deleteFile(service, caller, { fileId: params.file_id, ifMatch: headers['if-match'] });
    return { status: 204 };
  },

  async downloadFile({ params, query, headers }, { service, caller, addresses }) {
    const fileId = params.file_id;
    // Look up the content first: a caller who may not read it gets the refusal here, not after the redirect.
    const content = await downloadFile(service, caller, { fileId, versionId: query.version });
    const bytes = headers.prefer === PREFER_BYTES ? contentAnswer(content, headers) : null;
    // The redirect target answers everything else: a range outside of the content, or a condition that does not hold.
    if (bytes?.status === 200 || bytes?.status === 206) {
      const url = await bytes.signedUrl();
      if (url !== null) return { status: 302, headers: { location: url } };
      const { status, headers: said, open } = bytes;
      const announced = { 'preference-applied': PREFER_BYTES, 'svc-download-batch': batchLimits };
      return { status, headers: { ...said, ...announced }, body: await open() };
    }
    const location = addresses.download({ ...authorityOf(caller), fileId, versionId: content.versionId });
    return { status: 302, headers: { location } };
  },

  async downloadFiles({ query }, { service, caller }) {
    const results = await downloadFiles(service, caller, query.files);
    const entries = results.map((result) => {
      if (result instanceof Refusal) return { status: errorStatus[result.code], error: errorBodyOf(result) };
      const { sha1, bytes } = result;
      return { status: 200, content: { sha1, size: bytes.length, base64: bytes.toString('base64') } };
    });
    return { status: 200, body: { total_count: entries.length, entries } };
  },
} satisfies Partial<Handlers>;

/** A URL that shows the file to anyone who has it, for one minute. */
function embedLink(
  file: FullFile,
  { caller, addresses }: Pick<HandlerContext, 'caller' | 'addresses'>,
): Pick<FullFile, 'expiring_embed_link'> {
  const { token, url } = addresses.embed({ ...authorityOf(caller), fileId: file.id, versionId: null });
  const { id, type, etag, sequence_id, name } = file;
  const expiring_embed_link = {
    access_token: token,
    expires_in: limits.embedLinkSeconds,
    token_type: 'bearer' as const,
    restricted_to: [{ scope: 'item_preview', object: { id, type, etag, sequence_id, name } }],
    url,
  };
  return { expiring_embed_link };
}

/** The lock of a request in domain terms. */
function fileLockInput(
  lock:
    | { readonly expires_at?: string | null | undefined; readonly is_download_prevented?: boolean | undefined }
    | null
    | undefined,
): FileLockInput | null | undefined {
  if (lock === null || lock === undefined) return lock;
  const expiresAt = typeof lock.expires_at === 'string' ? Date.parse(lock.expires_at) : null;
  return { expiresAt, isDownloadPrevented: lock.is_download_prevented ?? false };
}
