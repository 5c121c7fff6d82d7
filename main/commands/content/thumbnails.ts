import PQueue from 'p-queue';
import { getThumbnail } from '../../../contract/operations/thumbnails.ts';
import { THUMBNAILS_AT_ONCE } from '../../../preload/ipc/content.ts';
import type { ApiClient } from '../../api/api-client.ts';
import type { ContentAnswer } from './content-answer.ts';
import { thumbnailHeaders } from './content-headers.ts';
import type { ThumbnailRequest } from './content-request.ts';
import { once, refused } from './refused-content.ts';

/** Bytes of pictures that are kept for pages that scroll back: some hundreds of them. */
const MOST_KEPT_BYTES = 12_000_000;

/** The service draws pictures of a few kilobytes; one larger than this is none that it drew. */
const MOST_PICTURE_BYTES = 1_000_000;

/** Fits a card of the grid on a display of high density; the largest that the format has. */
const SIDE = '320';

type Picture = Uint8Array | null;

/** Small pictures of files, a few requests at a time, whichever host a page is on. */
export function createThumbnails(api: ApiClient) {
  const queue = new PQueue({ concurrency: THUMBNAILS_AT_ONCE });
  const kept = createKept();
  return {
    async answer({ fileId, sha1 }: ThumbnailRequest, signal: AbortSignal): Promise<ContentAnswer> {
      // Another content of the file has another picture; whoever may see one file may not see all that are equal to it.
      const key = `${fileId} ${sha1}`;
      const known = kept.get(key);
      if (known !== undefined) return answerOf(known);
      const fetched = await queue.add(() => fetchPicture(api, fileId, signal));
      if (fetched === 'later') return refused(503, 'The picture is still being drawn.', { 'retry-after': '2' });
      kept.put(key, fetched);
      return answerOf(fetched);
    },
  };
}

function answerOf(picture: Picture): ContentAnswer {
  if (picture === null) return refused(404, 'There is no picture of this file.');
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
    // A received buffer is reused once it was read.
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
