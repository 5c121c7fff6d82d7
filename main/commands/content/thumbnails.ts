import PQueue from 'p-queue';
import { getThumbnail } from '../../../contract/operations/items/thumbnails.ts';
import { THUMBNAILS_AT_ONCE } from '../../../preload/ipc/shapes/content.ts';
import type { ApiClient } from '../../api/api-client.ts';
import type { ContentAnswer } from './content-answer.ts';
import { thumbnailHeaders } from './content-headers.ts';
import type { ThumbnailRequest } from './content-request.ts';
import { once } from './once.ts';
import { refused } from './refused-content.ts';

/** Size of the thumbnail cache for pages that scroll back: enough for hundreds of thumbnails. */
const MOST_KEPT_BYTES = 12_000_000;

/** Thumbnails are a few kilobytes. A larger answer is not one that the service drew. */
const MOST_PICTURE_BYTES = 1_000_000;

/** Fits a grid card on a high-density display; the largest size of the format. */
const SIDE = '320';

type Picture = Uint8Array | null;

/** Thumbnails of files, fetched with limited concurrency on any host. */
export function createThumbnails(api: ApiClient) {
  const queue = new PQueue({ concurrency: THUMBNAILS_AT_ONCE });
  const kept = createKept();
  return {
    async answer({ fileId, sha1 }: ThumbnailRequest, signal: AbortSignal): Promise<ContentAnswer> {
      // A new content has a new thumbnail. The file id is part of the key because access to one file does not grant access to files with equal
      // content.
      const key = `${fileId} ${sha1}`;
      const known = kept.get(key);
      if (known !== undefined) return answerOf(known);
      const fetched = await queue.add(() => fetchPicture(api, fileId, signal));
      if (fetched === 'later') return refused(503, { code: 'picture_being_drawn', args: {} }, { 'retry-after': '2' });
      kept.put(key, fetched);
      return answerOf(fetched);
    },
  };
}

function answerOf(picture: Picture): ContentAnswer {
  if (picture === null) return refused(404, { code: 'no_picture', args: {} });
  return { status: 200, headers: thumbnailHeaders(picture.byteLength), body: once(picture) };
}

async function fetchPicture(api: ApiClient, fileId: string, signal: AbortSignal): Promise<Picture | 'later'> {
  signal.throwIfAborted();
  const answer = await api.call(
    getThumbnail,
    { params: { file_id: fileId, extension: 'jpg' }, query: { max_width: SIDE, max_height: SIDE } },
    { signal },
  );
  if (answer.status === 202) return 'later';
  if (answer.status === 302) return null;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body) {
    bytes += chunk.byteLength;
    if (bytes > MOST_PICTURE_BYTES) return null;
    // Received buffers are reused after they are read.
    chunks.push(chunk.slice());
  }
  return Buffer.concat(chunks);
}

function createKept() {
  const pictures = new Map<string, Picture>();
  let bytes = 0;
  const take = (key: string): Picture | undefined => {
    const picture = pictures.get(key);
    if (pictures.delete(key)) bytes -= picture?.byteLength ?? 0;
    return picture;
  };
  const put = (key: string, picture: Picture): void => {
    take(key);
    pictures.set(key, picture);
    bytes += picture?.byteLength ?? 0;
    for (const oldest of pictures.keys()) {
      if (bytes <= MOST_KEPT_BYTES && pictures.size <= 5_000) return;
      take(oldest);
    }
  };
  return {
    put,
    get(key: string): Picture | undefined {
      const picture = take(key);
      if (picture !== undefined) put(key, picture);
      return picture;
    },
  };
}
