import type { ServiceAnswer } from '../../../../preload/ipc/service-calls.ts';

export type Comment = ServiceAnswer<'listComments'>['entries'][number];

/** A comment on the file, and the answers to it and to each other, oldest first. */
export type Thread = { readonly first: Comment; readonly replies: readonly Comment[] };

/** How many of the comments (oldest first) answer this one, or an answer to it. */
export function countAnswers(comments: readonly Comment[], to: Comment): number {
  const ids = new Set([to.id]);
  for (const { id, is_reply_comment, item } of comments) {
    if (is_reply_comment === true && ids.has(item?.id ?? '')) ids.add(id);
  }
  return ids.size - 1;
}

/** The comments (oldest first) by thread, in the order in which the threads began. An answer to a comment that is not listed begins one. */
export function threadsOf(comments: readonly Comment[]): readonly Thread[] {
  const firstOf = new Map<string, Comment>();
  for (const comment of comments) {
    const above = comment.is_reply_comment === true ? firstOf.get(comment.item?.id ?? '') : undefined;
    firstOf.set(comment.id, above ?? comment);
  }
  const threads = Map.groupBy(comments, ({ id }) => firstOf.get(id));
  return [...threads.values()].flatMap(([first, ...replies]) => (first === undefined ? [] : [{ first, replies }]));
}
