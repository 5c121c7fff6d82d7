import type { Kysely } from 'kysely';
import type { SharedLinkAccess } from '../../../../contract/resources/sharing/shared-link.ts';
import type { SharedLinkRecord, SharedLinkWrites } from '../../../ports/metadata/sharing/shared-links.ts';
import { inChunks, toId, toKey } from '../ids.ts';
import { preparedForKeys } from '../prepared.ts';
import type { SharedLinkRow } from '../tables/sharing.ts';
import type { Tables } from '../tables.ts';

/** Shared links in SQL. */
export function sqlSharedLinks(db: Kysely<Tables>): SharedLinkWrites {
  const links = () => db.selectFrom('shared_link').selectAll();
  const ofItems = preparedForKeys<SharedLinkRow>(db, (keys) => links().where('item_id', 'in', keys));
  return {
    get: async (itemId) => toLink(await links().where('item_id', '=', toKey(itemId)).executeTakeFirst()),
    listOfItems: async (itemIds) => (await ofItems(itemIds.map(toKey))).map(fromRow),
    getByToken: async (token) => toLink(await links().where('token', '=', token).executeTakeFirst()),
    getByVanityName: async (name) => {
      return toLink(await links().where('vanity_key', '=', name.toLowerCase()).executeTakeFirst());
    },
    listExpired: async (time, limit) => {
      const expired = db.selectFrom('shared_link').select('item_id').where('unshared_at', '<=', time);
      return (await expired.orderBy('unshared_at').limit(limit).execute()).map((row) => toId(row.item_id));
    },
    listOnOthersItems: async (afterItemId, limit) => {
      const others = db
        .selectFrom('shared_link')
        .innerJoin('item', 'item.id', 'shared_link.item_id')
        .selectAll('shared_link')
        .whereRef('item.owner_id', '!=', 'shared_link.created_by')
        .where('shared_link.item_id', '>', toKey(afterItemId ?? '0'));
      return (await others.orderBy('shared_link.item_id').limit(limit).execute()).map(fromRow);
    },
    insert: async (link) => void (await db.insertInto('shared_link').values(toRow(link)).execute()),
    update: async (link) => {
      const { item_id, download_count: _downloads, preview_count: _previews, ...columns } = toRow(link);
      await db.updateTable('shared_link').set(columns).where('item_id', '=', item_id).execute();
    },
    count: async (itemId, what) => {
      const more = db.updateTable('shared_link').where('item_id', '=', toKey(itemId));
      if (what === 'download') await more.set((row) => ({ download_count: row('download_count', '+', 1) })).execute();
      else await more.set((row) => ({ preview_count: row('preview_count', '+', 1) })).execute();
    },
    deleteOfItems: async (itemIds) => {
      await inChunks(itemIds.map(toKey), async (keys) => {
        return db.deleteFrom('shared_link').where('item_id', 'in', keys).execute();
      });
    },
  };
}

function toLink(row: SharedLinkRow | undefined): SharedLinkRecord | null {
  return row ? fromRow(row) : null;
}

function fromRow(row: SharedLinkRow): SharedLinkRecord {
  return {
    itemId: toId(row.item_id),
    token: row.token,
    // The column holds what `toRow` wrote.
    access: row.access as SharedLinkAccess,
    passwordHash: row.password_hash,
    vanityName: row.vanity_name,
    unsharedAt: row.unshared_at,
    canDownload: row.can_download === 1,
    canEdit: row.can_edit === 1,
    downloadCount: row.download_count,
    previewCount: row.preview_count,
    createdBy: toId(row.created_by),
    createdAt: row.created_at,
  };
}

function toRow(link: SharedLinkRecord): SharedLinkRow {
  return {
    item_id: toKey(link.itemId),
    token: link.token,
    access: link.access,
    password_hash: link.passwordHash,
    vanity_name: link.vanityName,
    vanity_key: link.vanityName?.toLowerCase() ?? null,
    unshared_at: link.unsharedAt,
    can_download: link.canDownload ? 1 : 0,
    can_edit: link.canEdit ? 1 : 0,
    download_count: link.downloadCount,
    preview_count: link.previewCount,
    created_by: toKey(link.createdBy),
    created_at: link.createdAt,
  };
}
