import { getUserAvatar } from '../../../contract/operations/users.ts';
import type { ApiClient } from '../../api/api-client.ts';
import { ApiError } from '../../api/api-error.ts';
import type { ContentAnswer } from './content-answer.ts';
import { avatarHeaders } from './content-headers.ts';

type Asked = { readonly userId: string; readonly isHead: boolean };

const none: ContentAnswer = { status: 204, headers: avatarHeaders(null), body: null };

/**
 * A person's picture, or 204. Pages draw the initials when there is no picture, whatever the reason, so a missing picture is not an
 * error that a browser would report.
 */
export async function answerAvatar(
  api: ApiClient,
  { userId, isHead }: Asked,
  signal: AbortSignal,
): Promise<ContentAnswer> {
  try {
    const answer = await api.call(getUserAvatar, { params: { user_id: userId } }, { signal });
    const headers = avatarHeaders(answer.headers['content-type']);
    // Anything else than a picture is not shown, whoever the service is.
    if (headers['content-type'] === undefined || isHead) await drop(answer.body);
    if (headers['content-type'] === undefined) return none;
    return { status: 200, headers, body: isHead ? null : answer.body };
  } catch (cause) {
    if (!(cause instanceof ApiError)) throw cause;
    return none;
  }
}

/** Ends a body that nobody reads, so that its connection is free. */
const drop = async (body: AsyncIterable<Uint8Array>): Promise<void> => {
  await body[Symbol.asyncIterator]().return?.();
};
