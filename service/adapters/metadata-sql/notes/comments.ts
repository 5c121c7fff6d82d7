import type { Kysely } from 'kysely';
import type { CommentRecord, CommentWrites } from '../../../ports/metadata/notes/comments.ts';
import { inChunks, toId, toKey, toOptionalId, toOptionalKey } from '../ids.ts';
import type { CommentRow } from '../tables/notes.ts';
import type { Tables } from '../tables.ts';

/** Comments in SQL. */
export function sqlComments(db: Kysely<Tables>): CommentWrites {
  const comments = () => db.selectFrom('item_comment').selectAll();
  return {
    get: async (id) => {
      const row = await comments().where('id', '=', toKey(id)).executeTakeFirst();
      return row ? fromRow(row) : null;
    },
    countOfItems: async (itemIds) => {
      const rows = await inChunks(itemIds.map(toKey), (keys) =>
        db
          .selectFrom('item_comment')
          .select(({ fn }) => ['item_id', fn.countAll<number>().as('count')])
          .where('item_id', 'in', keys)
          .groupBy('item_id')
          .execute(),
      );
      return new Map(rows.map((row) => [toId(row.item_id), Number(row.count)]));
    },
    list: async (itemId, { offset, limit }) => {
      const oldestFirst = comments().where('item_id', '=', toKey(itemId)).orderBy('id');
      return (await oldestFirst.offset(offset).limit(limit).execute()).map(fromRow);
    },
    latest: async (itemId, limit) => {
      const newestFirst = comments().where('item_id', '=', toKey(itemId)).orderBy('id', 'desc');
      return (await newestFirst.limit(limit).execute()).map(fromRow);
    },
    listReplies: async (id) =>
      (await comments().where('reply_to', '=', toKey(id)).orderBy('id').execute()).map(fromRow),
    insert: async (comment) => void (await db.insertInto('item_comment').values(toRow(comment)).execute()),
    update: async (comment) => {
      const { id, ...columns } = toRow(comment);
      await db.updateTable('item_comment').set(columns).where('id', '=', id).execute();
    },
    delete: async (ids) => {
      await inChunks(ids.map(toKey), async (keys) => db.deleteFrom('item_comment').where('id', 'in', keys).execute());
    },
  };
}

function fromRow(row: CommentRow): CommentRecord {
  return {
    id: toId(row.id),
    itemId: toId(row.item_id),
    replyTo: toOptionalId(row.reply_to),
    message: row.message,
    isTagged: row.is_tagged === 1,
    createdBy: toId(row.created_by),
    createdAt: row.created_at,
    modifiedAt: row.modified_at,
  };
}

function toRow(comment: CommentRecord): CommentRow {
  return {
    id: toKey(comment.id),
    item_id: toKey(comment.itemId),
    reply_to: toOptionalKey(comment.replyTo),
    message: comment.message,
    is_tagged: comment.isTagged ? 1 : 0,
    created_by: toKey(comment.createdBy),
    created_at: comment.createdAt,
    modified_at: comment.modifiedAt,
  };
}
