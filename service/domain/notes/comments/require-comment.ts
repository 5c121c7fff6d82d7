import { say } from '../../../../contract/rules/say.ts';
import type { FileRecord } from '../../../ports/metadata/items/items.ts';
import type { CommentRecord } from '../../../ports/metadata/notes/comments.ts';
import type { MetadataReads, TreesScope } from '../../../ports/metadata-store.ts';
import type { ItemView } from '../../access/item-access.ts';
import { requireRevealed } from '../../access/reveal.ts';
import { treesOf } from '../../change/scope.ts';
import { foundOr, Refusal } from '../../refusal.ts';
import type { Caller, Service } from '../../service.ts';

/** A comment with its file. */
export interface CommentView {
  readonly comment: CommentRecord;
  readonly file: ItemView<FileRecord>;
}

/**
 * Finds a comment that the caller may see.
 * @throws Refusal `not_found` if there is none, or the caller has no access to its file.
 */
export async function requireComment(reads: MetadataReads, caller: Caller, id: string): Promise<CommentView> {
  const comment = await reads.comments.get(id);
  const missing = new Refusal('not_found', say`Comment ${id} does not exist, or you have no access to its file.`);
  if (!comment) throw missing;
  const target = { kind: 'file', id: comment.itemId } as const;
  return { comment, file: await foundOr(missing, () => requireRevealed(reads, caller, 'comments', target)) };
}

/** The tree of the file that a comment is on. It is empty without the comment, and the change finds out. */
export async function treesOfComment({ store }: Service, caller: Caller, id: string): Promise<TreesScope> {
  const comment = await store.read(({ comments }) => comments.get(id));
  return treesOf(caller, comment?.itemId);
}
