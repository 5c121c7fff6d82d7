import type { FileRecord } from '../../../ports/metadata/items/items.ts';
import type { CommentRecord } from '../../../ports/metadata/notes/comments.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import type { ItemView } from '../../access/item-access.ts';
import { requireRevealed } from '../../access/reveal.ts';
import { Refusal } from '../../refusal.ts';
import type { Caller } from '../../service.ts';

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
  if (!comment) throw new Refusal('not_found', `Comment ${id} does not exist, or you have no access to its file.`);
  return { comment, file: await requireRevealed(reads, caller, 'comments', { kind: 'file', id: comment.itemId }) };
}
