import { type Kysely, type RawBuilder, sql } from 'kysely';
import type {
  IndexedValue,
  InstanceQuery,
  MetadataInstanceRecord,
  MetadataInstanceWrites,
} from '../../../ports/metadata/notes/metadata-instances.ts';
import type { CandidatePage } from '../../../ports/metadata/notes/search-candidates.ts';
import { inChunks, toId, toKey } from '../ids.ts';
import type { MetadataInstanceRow } from '../tables/notes.ts';
import type { Tables } from '../tables.ts';
import { candidatePage, endOf } from './candidate-page.ts';

/** Maximum rows per insert: databases limit the number of parameters. */
const rowsPerInsert = 100;

/** The field of the row that only marks an instance as present. */
const anyField = '';

/** Metadata instances in SQL, with a second copy of their values for filters. */
export function sqlMetadataInstances(db: Kysely<Tables>): MetadataInstanceWrites {
  const instances = () => db.selectFrom('metadata_instance').selectAll();
  const one = async (row: Promise<MetadataInstanceRow | undefined>) => {
    const found = await row;
    return found ? fromRow(found) : null;
  };
  return {
    get: (itemId, templateId) =>
      one(
        instances()
          .where('item_id', '=', toKey(itemId))
          .where('template_id', '=', toKey(templateId))
          .executeTakeFirst(),
      ),
    getById: (id) => one(instances().where('id', '=', toKey(id)).executeTakeFirst()),
    listOfItems: async (itemIds) => {
      const rows = await inChunks(itemIds.map(toKey), (keys) =>
        instances().where('item_id', 'in', keys).orderBy('id').execute(),
      );
      return rows.map(fromRow);
    },
    findItems: (query) => findItems(db, query),
    insert: async (instance, ownerId, indexed) => {
      await db.insertInto('metadata_instance').values(toRow(instance)).execute();
      await insertValues(db, instance, ownerId, indexed);
    },
    update: async (instance, ownerId, indexed) => {
      const { id, ...columns } = toRow(instance);
      await db.updateTable('metadata_instance').set(columns).where('id', '=', id).execute();
      await db.deleteFrom('metadata_value').where('instance_id', '=', id).execute();
      await insertValues(db, instance, ownerId, indexed);
    },
    delete: async (id) => void (await db.deleteFrom('metadata_instance').where('id', '=', toKey(id)).execute()),
  };
}

/** Values are indexed by owner. Without owners, the instances of the template are read, newest first, and their values checked. */
async function findItems(db: Kysely<Tables>, query: InstanceQuery): Promise<CandidatePage> {
  const template = toKey(query.templateId);
  const isMatch = sql.join(valueConditions(query.condition), sql` and `);
  const ofOwners = (
    owners: readonly string[],
  ) => sql`select distinct item_id as id, item_id from metadata_value as value
    where owner_id in (${sql.join(owners.map(toKey))}) and template_id = ${template} and item_id < ${endOf(query)} and ${isMatch}`;
  const ofEveryone = sql`select instance.item_id as id, instance.item_id from metadata_instance as instance
    where instance.template_id = ${template} and instance.item_id < ${endOf(query)}
    and exists (select 1 from metadata_value as value where value.instance_id = instance.id and ${isMatch})`;
  return candidatePage(db, [query.ownerIds === null ? ofEveryone : ofOwners(query.ownerIds)], query);
}

function valueConditions(condition: InstanceQuery['condition']): readonly RawBuilder<unknown>[] {
  const isField = sql`value.field = ${condition?.field ?? anyField}`;
  if (condition === null) return [isField];
  if ('anyOf' in condition) {
    return [
      isField,
      condition.anyOf.length === 0 ? sql`false` : sql`value.text_value in (${sql.join(condition.anyOf)})`,
    ];
  }
  const { from, to } = condition;
  return [
    isField,
    ...(from === null ? [] : [sql`value.number_value >= ${from}`]),
    ...(to === null ? [] : [sql`value.number_value <= ${to}`]),
  ];
}

async function insertValues(
  db: Kysely<Tables>,
  instance: MetadataInstanceRecord,
  ownerId: string,
  indexed: readonly IndexedValue[],
): Promise<void> {
  const rows = [{ field: anyField, value: null }, ...indexed].map(({ field, value }) => ({
    instance_id: toKey(instance.id),
    item_id: toKey(instance.itemId),
    owner_id: toKey(ownerId),
    template_id: toKey(instance.templateId),
    field,
    text_value: typeof value === 'string' ? value : null,
    number_value: typeof value === 'number' ? value : null,
  }));
  for (let start = 0; start < rows.length; start += rowsPerInsert) {
    await db
      .insertInto('metadata_value')
      .values(rows.slice(start, start + rowsPerInsert))
      .execute();
  }
}

function fromRow(row: MetadataInstanceRow): MetadataInstanceRecord {
  return {
    id: toId(row.id),
    itemId: toId(row.item_id),
    templateId: toId(row.template_id),
    version: row.version,
    // The column holds what `toRow` wrote.
    values: JSON.parse(row.item_values) as MetadataInstanceRecord['values'],
    createdBy: toId(row.created_by),
    createdAt: row.created_at,
    modifiedAt: row.modified_at,
  };
}

function toRow(instance: MetadataInstanceRecord): MetadataInstanceRow {
  return {
    id: toKey(instance.id),
    item_id: toKey(instance.itemId),
    template_id: toKey(instance.templateId),
    version: instance.version,
    item_values: JSON.stringify(instance.values),
    created_by: toKey(instance.createdBy),
    created_at: instance.createdAt,
    modified_at: instance.modifiedAt,
  };
}
