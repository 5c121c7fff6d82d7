import type { FullComment } from '../../../../contract/resources/notes/comment.ts';
import type { CommentRecord } from '../../../ports/metadata/notes/comments.ts';
import { presentUserMini } from '../../kernel/mini.ts';
import { presentDate } from '../../representation/dates.ts';
import type { People } from '../../representation/people.ts';

/** A comment in a response. */
export function presentComment(comment: CommentRecord, people: People): FullComment {
  const { id, replyTo, itemId, message, isTagged, createdBy } = comment;
  return {
    id,
    type: 'comment',
    is_reply_comment: replyTo !== null,
    message: plainMessage(comment),
    tagged_message: isTagged ? message : '',
    item: replyTo === null ? { id: itemId, type: 'file' } : { id: replyTo, type: 'comment' },
    created_by: presentUserMini(createdBy, people.get(createdBy)),
    created_at: presentDate(comment.createdAt),
    modified_at: presentDate(comment.modifiedAt),
  };
}

/** A comment's message as plain text, with mentions (`@[id:name]`) replaced by names. */
export function plainMessage({ message, isTagged }: Pick<CommentRecord, 'message' | 'isTagged'>): string {
  return isTagged ? message.replaceAll(/@\[\d{1,19}:([^\]]{1,256})\]/g, '@$1') : message;
}
