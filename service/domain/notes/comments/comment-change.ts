import type { FullComment } from '../../../../contract/resources/notes/comment.ts';
import type { CommentRecord } from '../../../ports/metadata/notes/comments.ts';
import type { Change } from '../../change/change.ts';
import { emitNoteEvent, type NoteEvent } from '../../change/events/note-event.ts';
import { gatherPeople } from '../../representation/people.ts';
import { commentWords } from '../search/item-words.ts';
import { plainMessage, presentComment } from './present-comment.ts';
import type { CommentView } from './require-comment.ts';

const happenings = {
  created: { eventType: 'COMMENT_CREATE', adminType: 'COMMENT_CREATE', trigger: 'COMMENT.CREATED' },
  updated: { eventType: null, adminType: 'COMMENT_EDIT', trigger: 'COMMENT.UPDATED' },
  deleted: { eventType: 'COMMENT_DELETE', adminType: 'COMMENT_DELETE', trigger: 'COMMENT.DELETED' },
} as const satisfies Record<string, Omit<NoteEvent, 'resource'>>;

/** Reports a change to a comment and returns the comment. */
export async function reportComment(
  change: Change,
  what: keyof typeof happenings,
  { comment, file }: CommentView,
): Promise<FullComment> {
  const people = await gatherPeople(change.tx, [comment.createdBy], [change.caller.user]);
  const shown = presentComment(comment, people);
  await emitNoteEvent(change, file, { ...happenings[what], resource: shown });
  return shown;
}

/** Updates the search words of a comment. */
export async function indexComment({ tx }: Change, { comment, file }: CommentView, isNew: boolean): Promise<void> {
  const source = { itemId: comment.itemId, ownerId: file.item.ownerId, commentId: comment.id };
  if (!isNew) await tx.words.remove(source);
  await tx.words.add([{ source, words: commentWords(plainMessage(comment)) }]);
}

/** The stored message of a request: the tagged form if present. */
export function messageOf(request: {
  readonly message?: string | undefined;
  readonly taggedMessage?: string | undefined;
}): Pick<CommentRecord, 'message' | 'isTagged'> | null {
  if (request.taggedMessage !== undefined) return { message: request.taggedMessage, isTagged: true };
  return request.message === undefined ? null : { message: request.message, isTagged: false };
}
