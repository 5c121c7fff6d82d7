import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ItemTreeWrites, TreeCopy, TreeItem, TreeOutline } from '../../../ports/metadata/items/item-trees.ts';
import type { SearchWordWrites } from '../../../ports/metadata/notes/search-words.ts';
import { governedBelow } from '../governance/governed-below.ts';
import { inChunks, toId, toKey } from '../ids.ts';
import type { SqlWriter } from '../sql-database.ts';
import type { ItemRow, Tables } from '../tables.ts';
import { folderSizeAdder } from './folder-sizes.ts';
import { fromItemRow, kindNumbers, kindOf } from './item-rows.ts';
import { treeSums } from './tree-sums.ts';

/** Whole trees in SQL. */
export function sqlItemTrees(writer: SqlWriter, words: Pick<SearchWordWrites, 'add'>): ItemTreeWrites {
  const { db } = writer;
  return {
    outline: (folderId, limit) => outlineOf(db, folderId, limit),
    measure: async (folderId, limit) => measureTree(db, folderId, limit),
    ...treeSums(db),
    listIn: (folderIds, afterId, limit) => listIn(db, folderIds, afterId, limit),
    governedVersions: async (fileIds) => {
      const rows = await inChunks(fileIds.map(toKey), async (keys) => {
        const governed = sql<{ id: number; file_id: number }>`
          select id, file_id from file_version where file_id in (${sql.join(keys)})
            and (exists (select 1 from version_hold where version_id = file_version.id)
              or exists (select 1 from version_retention where version_id = file_version.id))`;
        return (await governed.execute(db)).rows;
      });
      return rows.map((row) => ({ id: toId(row.id), fileId: toId(row.file_id) }));
    },
    governedBelow: async (folderIds, limit) => governedBelow(db, folderIds, limit),
    versionBytes: async (itemId) => {
      const { rows } = await sql<{ bytes: number }>`
        with recursive ${treeOf(toKey(itemId))}
        select coalesce(sum(size), 0) as bytes from file_version where file_id in (select id from tree)`.execute(db);
      return Number(rows[0]?.bytes ?? 0);
    },
    uploadBytes: async (itemId) => {
      const { rows } = await sql<{ bytes: number }>`
        with recursive ${treeOf(toKey(itemId))}
        select coalesce(sum(stored_bytes), 0) as bytes from upload_session
        where is_open = 1 and target_id in (select id from tree)`.execute(db);
      return Number(rows[0]?.bytes ?? 0);
    },
    lockedFiles: async (folderId) => {
      const { rows } = await sql<ItemRow>`
        with recursive ${treeOf(toKey(folderId))}
        select item.* from tree join item on item.id = tree.id where item.lock is not null`.execute(db);
      return rows.map(fromItemRow);
    },
    numberCopies: async (ids) => {
      const base = (await writer.nextIds(2 * ids.length)) - 2 * ids.length;
      return new Map(ids.map((id, index) => [id, toId(base + index + 1)]));
    },
    copy: (copy) => copyTree(writer, words, copy),
    passOn: (itemId, from, to) => passOn(writer, toKey(itemId), toKey(from), to),
    passOnAll: (from, to) => passOnAll(writer, from, to),
  };
}

type PassedOn = Parameters<ItemTreeWrites['passOnAll']>;

async function passOnAll(writer: SqlWriter, from: PassedOn[0], to: PassedOn[1]): Promise<void> {
  const { db } = writer;
  await writer.requireTrees([from.ownerId, to.ownerId]);
  const inRoot = db.updateTable('item').set({ parent_id: toKey(to.folderId) });
  await inRoot.where('parent_id', '=', toKey(from.rootId)).where('id', '!=', toKey(to.folderId)).execute();
  const [fromKey, toKeyOf] = [toKey(from.ownerId), toKey(to.ownerId)];
  const ofOwner = sql`(select id from item where owner_id = ${fromKey})`;
  await sql`update shared_link set created_by = ${toKeyOf} where created_by = ${fromKey} and item_id in ${ofOwner}`.execute(
    db,
  );
  await sql`update file_request set updated_by = ${toKeyOf} where updated_by = ${fromKey} and folder_id in ${ofOwner}`.execute(
    db,
  );
  await sql`delete from collaboration where user_id = ${toKeyOf} and item_id in ${ofOwner}`.execute(db);
  await sql`delete from shown_name where user_id = ${toKeyOf} and item_id in ${ofOwner}`.execute(db);
  await sql`update upload_session set owner_id = ${toKeyOf}
    where is_open = 1 and target_id != ${toKey(from.rootId)} and target_id in ${ofOwner}`.execute(db);
  await passOnItems(db, { fromKey, rootKey: toKey(from.rootId), toKeyOf });
  const owner = { owner_id: toKey(to.ownerId) };
  // Content that is still being purged frees the space of the owner it counts against from now on.
  await db.updateTable('purged_folder').set(owner).where('owner_id', '=', toKey(from.ownerId)).execute();
  await db.updateTable('metadata_value').set(owner).where('owner_id', '=', toKey(from.ownerId)).execute();
}

async function listIn(
  db: SqlWriter['db'],
  folderIds: readonly string[],
  afterId: string,
  limit: number,
): Promise<readonly TreeItem[]> {
  const children = db
    .selectFrom('item')
    .select(['parent_id', 'id', 'kind'])
    .where('parent_id', 'in', folderIds.map(toKey))
    .where('trashed_at', 'is', null)
    .where('id', '>', toKey(afterId));
  const rows = await children.orderBy('parent_id').orderBy('id').limit(limit).execute();
  return rows.map(({ parent_id, id, kind }) => ({ folderId: toId(parent_id ?? 0), id: toId(id), kind: kindOf(kind) }));
}

/** Items that change their owner per statement: PostgreSQL takes up to 0.2 ms for each, and gives up on a statement that takes too long. */
const passedOnAtOnce = 2_000;

type PassedOnKeys = Readonly<Record<'fromKey' | 'rootKey' | 'toKeyOf', number>>;

/** Changes the owner of all items but the root, with their search words. */
async function passOnItems(db: Kysely<Tables>, { fromKey, rootKey, toKeyOf }: PassedOnKeys): Promise<void> {
  for (let after = 0; ; ) {
    const behind = sql`owner_id = ${fromKey} and id != ${rootKey} and id > ${after}`;
    const next = await sql<{ last: number | null }>`select max(id) as last
      from (select id from item where ${behind} order by id limit ${passedOnAtOnce}) as next`.execute(db);
    const last = next.rows[0]?.last ?? null;
    if (last === null) return;
    const some = sql`select id from item where ${behind} and id <= ${last}`;
    await sql`update search_document set owner_id = ${toKeyOf} where item_id in (${some})`.execute(db);
    await sql`update item set owner_id = ${toKeyOf} where ${behind} and id <= ${last}`.execute(db);
    after = last;
  }
}

async function passOn({ db, requireTrees }: SqlWriter, item: number, from: number, ownerId: string): Promise<void> {
  await requireTrees([ownerId]);
  const to = toKey(ownerId);
  const tree = sql`with recursive ${treeOf(item)} select id from tree`;
  await Promise.all(
    [
      // A new owner inherits what the old one created here: shared links, and the settings of file requests.
      sql`update shared_link set created_by = ${to} where created_by = ${from} and item_id in (${tree})`,
      sql`update file_request set updated_by = ${to} where updated_by = ${from} and folder_id in (${tree})`,
      sql`delete from collaboration where user_id = ${to} and item_id in (${tree})`,
      sql`delete from shown_name where user_id = ${to} and item_id in (${tree})`,
      // Items trashed here before stay with their owner, and no one gets access to them by the new location.
      sql`update item set parent_id = (select root_id from "user" where "user".id = item.owner_id)
        where trashed_at is not null and parent_id in (${tree})`,
      sql`update upload_session set owner_id = ${to} where is_open = 1 and target_id in (${tree})`,
      sql`update search_document set owner_id = ${to} where item_id in (${tree})`,
      sql`update metadata_value set owner_id = ${to} where item_id in (${tree})`,
      sql`update item set owner_id = ${to} where id in (${tree})`,
    ].map((statement) => statement.execute(db)),
  );
}

async function outlineOf(db: SqlWriter['db'], folderId: string, limit: number): Promise<TreeOutline> {
  const { rows } = await sql<{ id: number; bytes: number }>`
    with recursive ${treeOf(toKey(folderId))}, counted as (select id from tree limit ${limit})
    select item.id, case when item.kind = ${kindNumbers.file} then item.size else 0 end as bytes
    from counted join item on item.id = counted.id order by item.id`.execute(db);
  return { ids: rows.map(({ id }) => toId(id)), bytes: rows.reduce((sum, { bytes }) => sum + Number(bytes), 0) };
}

async function measureTree(
  db: SqlWriter['db'],
  folderId: string,
  limit: number | undefined,
): Promise<{ readonly items: number; readonly bytes: number }> {
  const { rows } = await sql<{ items: number; bytes: number }>`
    with recursive ${treeOf(toKey(folderId))}, counted as (select id from tree ${limit === undefined ? sql`` : sql`limit ${limit}`})
    select count(*) as items, coalesce(sum(case when item.kind = ${kindNumbers.file} then item.size else 0 end), 0) as bytes
    from counted join item on item.id = counted.id`.execute(db);
  return { items: Number(rows[0]?.items ?? 0), bytes: Number(rows[0]?.bytes ?? 0) };
}

/** The item and all live items below it whose ids are not above `last`. */
export function treeOf(key: number, last = Number.MAX_SAFE_INTEGER): RawBuilder<unknown> {
  return sql`tree (id) as (
    select id from item where id = ${key}
    union all
    select item.id from item join tree on item.parent_id = tree.id
    where item.trashed_at is null and item.id <= ${last})`;
}

/** A number that every database treats as an integer in any position. */
const whole = (value: number) => sql`cast(${value} as bigint)`;

/**
 * Copies have ids in the order of their originals, so that one statement can compute the id of any copy and of its folder without
 * looking at the others.
 */
async function copyTree(writer: SqlWriter, words: Pick<SearchWordWrites, 'add'>, copy: TreeCopy): Promise<void> {
  const { db } = writer;
  await writer.requireTrees([copy.ownerId]);
  const parts = partsOf(copy);
  const source = { itemId: copy.copies.get(copy.folderId) ?? '', ownerId: copy.ownerId, commentId: null };
  // Sent together, in this order: the others refer to the items, which take the sizes from before the copy.
  await Promise.all([
    copyItems(db, parts),
    copyVersions(db, parts),
    copyTags(db, parts),
    copyWords(db, parts),
    words.add([{ source, words: copy.words }]),
    folderSizeAdder(db)(copy.above.folderIds, copy.above.bytes),
  ]);
}

function partsOf(copy: TreeCopy): CopyParts {
  const source = toKey(copy.folderId);
  const [first = ''] = copy.copies.values();
  const base = toKey(first) - 1;
  // A copy into a folder below the original must not contain itself: new items have ids above this one.
  const numbered = sql`with recursive ${treeOf(source, base)},
    numbered (id, n) as (select id, row_number() over (order by id) from tree)`;
  return { copy, source, numbered, base, versionBase: base + copy.copies.size };
}

async function copyTags(db: Kysely<Tables>, { copy, numbered, base }: CopyParts): Promise<void> {
  await sql`insert into item_tag (item_id, name, tagged_by) ${numbered}
    select ${whole(base)} + numbered.n, item_tag.name, ${whole(toKey(copy.createdBy))}
    from numbered join item_tag on item_tag.item_id = numbered.id`.execute(db);
}

/** Copies the search words of everything below the top, which may have another name. */
async function copyWords(db: Kysely<Tables>, { copy, source, numbered, base }: CopyParts): Promise<void> {
  await sql`insert into search_document (id, item_id, owner_id, words) ${numbered}
    select ${whole(base)} + numbered.n, ${whole(base)} + numbered.n, ${whole(toKey(copy.ownerId))}, search_document.words
    from numbered join search_document on search_document.id = numbered.id where numbered.id <> ${source}`.execute(db);
}

interface CopyParts {
  readonly copy: TreeCopy;
  readonly source: number;
  /** Selects the originals and numbers them from 1. */
  readonly numbered: RawBuilder<unknown>;
  /** The copy of item number n has the id `base + n`, and its version has `versionBase + n`. */
  readonly base: number;
  readonly versionBase: number;
}

async function copyItems(db: Kysely<Tables>, { copy, source, numbered, base, versionBase }: CopyParts): Promise<void> {
  const [now, by] = [whole(copy.createdAt), whole(toKey(copy.createdBy))];
  const isFile = sql`item.kind = ${kindNumbers.file}`;
  const isTop = sql`item.id = ${source}`;
  await sql`insert into item (
      id, kind, owner_id, parent_id, name, name_key, description, etag, sequence_id, size, tags, created_at, modified_at,
      content_created_at, content_modified_at, created_by, modified_by, trashed_at, trashed_by,
      version_id, version_number, sha1, folder_settings, uploader_display_name, lock, url)
    ${numbered}
    select ${whole(base)} + numbered.n, item.kind, ${whole(toKey(copy.ownerId))},
      case when ${isTop} then ${whole(toKey(copy.parentId))} else ${whole(base)} + above.n end,
      case when ${isTop} then cast(${copy.name} as text) else item.name end,
      case when ${isTop} then cast(${copy.nameKey} as text) else item.name_key end,
      item.description, 0, 0, item.size, item.tags, ${now}, ${now},
      item.content_created_at, item.content_modified_at, ${by}, ${by}, cast(null as bigint), cast(null as bigint),
      case when ${isFile} then ${whole(versionBase)} + numbered.n else null end, case when ${isFile} then 1 else null end,
      item.sha1, item.folder_settings, case when ${isFile} then cast(${copy.uploaderDisplayName} as text) else null end,
      cast(null as text), item.url
    from numbered join item on item.id = numbered.id left join numbered above on above.id = item.parent_id`.execute(db);
}

async function copyVersions(db: Kysely<Tables>, { copy, numbered, base, versionBase }: CopyParts): Promise<void> {
  const [createdAt, now] = [whole(copy.versionsCreatedAt), whole(copy.createdAt)];
  await sql`insert into file_version (
      id, file_id, number, blob_id, sha1, size, name, created_at, modified_at, modified_by,
      content_created_at, content_modified_at, uploader_display_name, trashed_at, trashed_by, restored_at, restored_by)
    ${numbered}
    select ${whole(versionBase)} + numbered.n, ${whole(base)} + numbered.n, 1, content.blob_id, content.sha1, content.size,
      item.name, ${createdAt}, ${now}, ${whole(toKey(copy.createdBy))}, content.content_created_at, content.content_modified_at,
      cast(${copy.uploaderDisplayName} as text), cast(null as bigint), cast(null as bigint), cast(null as bigint), cast(null as bigint)
    from numbered join item on item.id = numbered.id join file_version content on content.id = item.version_id`.execute(
    db,
  );
}
