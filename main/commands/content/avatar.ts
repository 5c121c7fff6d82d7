import { getUserAvatar } from '../../../contract/operations/people/users.ts';
import type { ApiClient } from '../../api/api-client.ts';
import { ApiError } from '../../api/api-error.ts';
import { dropOctets } from '../../api/requests/drop-octets.ts';
import type { ContentAnswer } from './content-answer.ts';
import { avatarHeaders } from './content-headers.ts';

type Asked = { readonly userId: string; readonly isHead: boolean };

const none: ContentAnswer = { status: 204, headers: avatarHeaders(null), body: null };

/**
 * A person's avatar, or 204. Pages draw initials when there is no avatar for whatever reason, so a missing avatar is not an error that a browser
 * would log.
 */
export async function answerAvatar(
  api: ApiClient,
  { userId, isHead }: Asked,
  signal: AbortSignal,
): Promise<ContentAnswer> {
  try {
    const answer = await api.call(getUserAvatar, { params: { user_id: userId } }, { signal });
    const headers = avatarHeaders(answer.headers['content-type']);
    // Never show anything but an image, no matter which service sent it.
    if (headers['content-type'] === undefined || isHead) await dropOctets(answer.body);
    if (headers['content-type'] === undefined) return none;
    return { status: 200, headers, body: isHead ? null : answer.body };
  } catch (cause) {
    if (!(cause instanceof ApiError)) throw cause;
    return none;
  }
}
