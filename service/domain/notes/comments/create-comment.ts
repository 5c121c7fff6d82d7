import type { FullComment } from '../../../../contract/resources/notes/comment.ts';
import { limits } from '../../../../contract/rules/limits.ts';
import { say } from '../../../../contract/rules/say.ts';
import type { CommentRecord } from '../../../ports/metadata/notes/comments.ts';
import { requireItem } from '../../access/item-access.ts';
import { type Change, changeIn } from '../../change/change.ts';
import { treesOf } from '../../change/scope.ts';
import { Refusal } from '../../refusal.ts';
import type { Caller, Service } from '../../service.ts';
import { noteRecentItem } from '../../streams/recent-items/note-recent-item.ts';
import { indexComment, messageOf, reportComment } from './comment-change.ts';
import { requireComment, treesOfComment } from './require-comment.ts';

/** Input of `createComment`: the target, and the message (plain, or with mentions as `@[id:name]`). */
export interface CreateComment {
  readonly item: { readonly type: 'file' | 'comment'; readonly id: string };
  readonly message?: string | undefined;
  readonly taggedMessage?: string | undefined;
}

/**
 * Comments on a file or replies to a comment. A reply to a reply joins the thread of its first comment.
 * @throws Refusal `recent_similar_comment` for what looks like a repeated request.
 */
export async function createComment(service: Service, caller: Caller, request: CreateComment): Promise<FullComment> {
  const { type, id } = request.item;
  const scope = type === 'file' ? treesOf(caller, id) : await treesOfComment(service, caller, id);
  return changeIn(service, caller, scope, async (change) => {
    const { tx, now } = change;
    const { replyTo, file } = await placeOf(change, request.item);
    await tx.requireTrees([file.item.ownerId]);
    const said = messageOf(request);
    if (!said) throw new Refusal('bad_request', say`A comment needs a "message" or a "tagged_message".`);
    await requireNew(change, file.item.id, said.message);
    const comment: CommentRecord = {
      id: await tx.allocateId(),
      itemId: file.item.id,
      replyTo,
      ...said,
      createdBy: caller.user.id,
      createdAt: now,
      modifiedAt: now,
    };
    await tx.comments.insert(comment);
    await indexComment(change, { comment, file }, true);
    await noteRecentItem(change, file.item.id, 'item_comment');
    return reportComment(change, 'created', { comment, file });
  });
}

async function placeOf({ tx, caller }: Change, { type, id }: CreateComment['item']) {
  if (type === 'file') return { replyTo: null, file: await requireItem(tx, caller, 'file', id, 'comment') };
  const { comment, file } = await requireComment(tx, caller, id);
  return { replyTo: comment.replyTo ?? comment.id, file };
}

async function requireNew({ tx, now, caller }: Change, itemId: string, message: string): Promise<void> {
  const latest = await tx.comments.latest(itemId, 20);
  const isRepeated = latest.some(
    (other) =>
      other.message === message &&
      other.createdBy === caller.user.id &&
      other.createdAt > now - limits.similarCommentMs,
  );
  if (!isRepeated) return;
  throw new Refusal('recent_similar_comment', say`You have just posted the same comment on this file.`);
}
