import type { FullComment } from '../../../../contract/resources/notes/comment.ts';
import type { OffsetPage } from '../../../../contract/resources/paging.ts';
import { requireRevealed } from '../../access/reveal.ts';
import { gatherPeople } from '../../representation/people.ts';
import type { Caller, Service } from '../../service.ts';
import { presentComment } from './present-comment.ts';
import { requireComment } from './require-comment.ts';

/** Selects a page of a file's comments. */
export interface ListComments {
  readonly fileId: string;
  readonly offset: number;
  readonly limit: number;
}

/** The comments on a file and their replies, oldest first. */
export async function listComments(
  service: Service,
  caller: Caller,
  { fileId, offset, limit }: ListComments,
): Promise<OffsetPage<FullComment>> {
  return service.store.read(async (reads) => {
    const { item } = await requireRevealed(reads, caller, 'comments', { kind: 'file', id: fileId });
    const comments = await reads.comments.list(item.id, { offset, limit });
    const total = (await reads.comments.countOfItems([item.id])).get(item.id) ?? 0;
    const people = await gatherPeople(
      reads,
      comments.map(({ createdBy }) => createdBy),
      [caller.user],
    );
    return { total_count: total, limit, offset, entries: comments.map((comment) => presentComment(comment, people)) };
  });
}

/** One comment. */
export async function getComment(service: Service, caller: Caller, id: string): Promise<FullComment> {
  return service.store.read(async (reads) => {
    const { comment } = await requireComment(reads, caller, id);
    return presentComment(comment, await gatherPeople(reads, [comment.createdBy], [caller.user]));
  });
}
