import type { FullComment } from '../../../../contract/resources/notes/comment.ts';
import { say } from '../../../../contract/rules/say.ts';
import { hasRight } from '../../access/item-access.ts';
import { changeIn } from '../../change/change.ts';
import { Refusal } from '../../refusal.ts';
import type { Caller, Service } from '../../service.ts';
import { indexComment, messageOf, reportComment } from './comment-change.ts';
import { requireComment, treesOfComment } from './require-comment.ts';

/** Input of `updateComment`. */
export interface UpdateComment {
  readonly id: string;
  readonly message?: string | undefined;
  readonly taggedMessage?: string | undefined;
}

/** Changes the message of a comment, for its author. */
export async function updateComment(service: Service, caller: Caller, request: UpdateComment): Promise<FullComment> {
  const scope = await treesOfComment(service, caller, request.id);
  return changeIn(service, caller, scope, async (change) => {
    const view = await requireComment(change.tx, caller, request.id);
    await change.tx.requireTrees([view.file.item.ownerId]);
    if (view.comment.createdBy !== caller.user.id) {
      throw new Refusal('access_denied_insufficient_permissions', say`Only the author of a comment can change it.`);
    }
    const comment = { ...view.comment, ...messageOf(request), modifiedAt: change.now };
    await change.tx.comments.update(comment);
    await indexComment(change, { ...view, comment }, false);
    return reportComment(change, 'updated', { ...view, comment });
  });
}

/** Deletes a comment and its replies, for its author and for anyone who may delete the file. */
export async function deleteComment(service: Service, caller: Caller, id: string): Promise<void> {
  await changeIn(service, caller, await treesOfComment(service, caller, id), async (change) => {
    const { tx } = change;
    const view = await requireComment(tx, caller, id);
    await tx.requireTrees([view.file.item.ownerId]);
    const isWriter = view.comment.createdBy === caller.user.id;
    if (!isWriter && !hasRight(view.file.access, 'organise')) {
      throw new Refusal(
        'access_denied_insufficient_permissions',
        say`Only the author of a comment, or someone who may delete the file, can delete it.`,
      );
    }
    const gone = [view.comment, ...(await tx.comments.listReplies(id))];
    await tx.comments.delete(gone.map((comment) => comment.id));
    for (const comment of gone) {
      await tx.words.remove({ itemId: comment.itemId, commentId: comment.id });
      await reportComment(change, 'deleted', { ...view, comment });
    }
  });
}
