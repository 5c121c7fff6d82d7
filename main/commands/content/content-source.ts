import { getFile } from '../../../contract/operations/items/files.ts';
import type { File } from '../../../contract/resources/items/file.ts';
import { type Preview, previewLimits, previewOf } from '../../../preload/ipc/shapes/content.ts';
import { withFix } from '../../../preload/words/message.ts';
import type { ApiClient } from '../../api/api-client.ts';
import { ApiError } from '../../api/api-error.ts';
import type { KeptArchives } from '../archive/archive.ts';
import { zipBytes, zipLength } from '../archive/zip-bytes.ts';
import type { LinkVisits } from '../shared-link/link-visits.ts';
import { answerAvatar } from './avatar.ts';
import type { ContentAnswer } from './content-answer.ts';
import { archiveHeaders, downloadHeaders, previewHeaders } from './content-headers.ts';
import type { ContentRequest, FileRequest } from './content-request.ts';
import { openBytes } from './open-bytes.ts';
import { refusalOf, refused } from './refused-content.ts';
import { createThumbnails } from './thumbnails.ts';

/** File contents from the service for a page of the window, on any host. */
export type ContentSource = {
  /** Never rejects before the body: failures become a status with a message. The body must be read once or returned. */
  readonly answer: (request: ContentRequest, signal: AbortSignal) => Promise<ContentAnswer>;
};

const fields = ['type', 'id', 'name', 'size'];

export function contentSource(parts: ContentParts): ContentSource {
  const thumbnails = createThumbnails(parts.api);
  return {
    async answer(request, signal) {
      if (request.use === 'archive') return answerArchive(parts, request.archive, signal);
      if (request.use === 'avatar') return answerAvatar(parts.api, request, signal);
      try {
        if (request.use === 'thumbnail') return await thumbnails.answer(request, signal);
        return await answerFile(parts, request, signal);
      } catch (cause) {
        if (!(cause instanceof ApiError)) throw cause;
        return refusalOf(cause);
      }
    },
  };
}

export type ContentParts = { readonly api: ApiClient; readonly visits: LinkVisits; readonly archives: KeptArchives };

function answerArchive({ api, archives }: ContentParts, id: string, signal: AbortSignal): ContentAnswer {
  const archive = archives.take(id);
  if (archive === null) return refused(410, { code: 'archive_fetched_before', args: {} });
  const headers = { ...archiveHeaders(archive.name), 'content-length': zipLength(archive) };
  return { status: 200, headers, body: zipBytes(api, archive, signal) };
}

async function answerFile(
  { api, visits }: ContentParts,
  request: FileRequest,
  signal: AbortSignal,
): Promise<ContentAnswer> {
  const svcapi = request.visit === null ? null : visits.header(request.visit);
  if (request.visit !== null && svcapi === null) return refused(410, withFix({ code: 'link_visit_over', args: {} }));
  const link = svcapi === null ? {} : { svcapi };
  // The name determines how the file is shown. Use the name from the service, not from the page.
  const params = { file_id: request.fileId };
  const found = await api.call(getFile, { params, query: { fields }, headers: link }, { signal });
  if (found.status === 304) return refused(404, { code: 'item_gone', args: {} });
  const name = found.body.name ?? '';
  const preview = request.use === 'preview' ? previewOf(name) : null;
  const why = request.use === 'preview' ? whyNotShown(preview, found.body) : null;
  if (why !== null) return why;
  const headers = preview === null ? downloadHeaders(name) : previewHeaders(name, preview);
  if (request.isHead) return { status: 200, headers, body: null };
  const bytes = await openBytes(api, request, link, signal);
  return { status: bytes.status, headers: { ...headers, ...bytes.headers }, body: bytes.body };
}

/** Null: the file can be shown. A text file is read up to its limit, with a range request. */
function whyNotShown(preview: Preview | null, { size = 0 }: File): ContentAnswer | null {
  if (preview === null) return refused(415, { code: 'kind_not_shown', args: {} });
  const isTooLarge = preview.kind !== 'text' && size > previewLimits[preview.kind];
  return isTooLarge ? refused(413, { code: 'too_large_to_show', args: {} }) : null;
}
