import type { Kysely } from 'kysely';
import type {
  IndexedValue,
  InstanceQuery,
  MetadataInstanceRecord,
  MetadataInstanceWrites,
} from '../../../ports/metadata/notes/metadata-instances.ts';
import { inChunks, toId, toKey } from '../ids.ts';
import type { MetadataInstanceRow } from '../tables/notes.ts';
import type { Tables } from '../tables.ts';

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

async function findItems(db: Kysely<Tables>, query: InstanceQuery): Promise<readonly string[]> {
  const { ownerId, templateId, condition, limit } = query;
  const ofTemplate = db
    .selectFrom('metadata_value')
    .select('item_id')
    .distinct()
    .where('owner_id', '=', toKey(ownerId))
    .where('template_id', '=', toKey(templateId))
    .where('field', '=', condition?.field ?? anyField);
  const rows = await matching(ofTemplate, condition).limit(limit).execute();
  return rows.map((row) => toId(row.item_id));

  function matching(values: typeof ofTemplate, wanted: InstanceQuery['condition']): typeof ofTemplate {
    if (wanted === null) return values;
    if ('anyOf' in wanted) return values.where('text_value', 'in', wanted.anyOf);
    const { from, to } = wanted;
    const upwards = from === null ? values : values.where('number_value', '>=', from);
    return to === null ? upwards : upwards.where('number_value', '<=', to);
  }
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
