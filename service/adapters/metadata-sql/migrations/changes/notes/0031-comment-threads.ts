import { type QueryExecutorProvider, sql } from 'kysely';

/**
 * Every reply belongs to the first comment of its thread. Replies to replies were chains, and SQLite refused to delete a file with a long one:
 * its cascades end after 1,000 levels. `reply_to` cascades no longer; comments are deleted with their file.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  const statements = [
    'alter table item_comment add column thread_id bigint',
    `with recursive thread (id, first_id) as (
        select id, id from item_comment where reply_to is null
        union all select reply.id, thread.first_id from item_comment reply join thread on reply.reply_to = thread.id)
      update item_comment set thread_id = thread.first_id from thread
        where thread.id = item_comment.id and item_comment.reply_to is not null`,
    'drop index item_comment_reply',
    'alter table item_comment drop column reply_to',
    'alter table item_comment rename column thread_id to reply_to',
    'create index item_comment_reply on item_comment (reply_to) where reply_to is not null',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
