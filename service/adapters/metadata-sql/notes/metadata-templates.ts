import type { Kysely } from 'kysely';
import type {
  MetadataTemplateRecord,
  MetadataTemplateWrites,
  TemplateField,
  TemplateScope,
} from '../../../ports/metadata/notes/metadata-templates.ts';
import { inChunks, toId, toKey } from '../ids.ts';
import { prepared } from '../prepared.ts';
import type { MetadataTemplateRow } from '../tables/notes.ts';
import type { Tables } from '../tables.ts';

/** Metadata templates in SQL. */
export function sqlMetadataTemplates(db: Kysely<Tables>): MetadataTemplateWrites {
  const templates = () => db.selectFrom('metadata_template').selectAll();
  const one = async (row: Promise<MetadataTemplateRow | undefined>) => {
    const found = await row;
    return found ? fromRow(found) : null;
  };
  // Every change of an item asks for the template of classifications.
  const byKey = prepared<MetadataTemplateRow, [string, string]>(db, () =>
    templates().where('scope', '=', '').where('template_key', '=', ''),
  );
  return {
    get: (id) => one(templates().where('id', '=', toKey(id)).executeTakeFirst()),
    getByKey: async (scope, key) => {
      const [row] = await byKey(scope, key);
      return row ? fromRow(row) : null;
    },
    getMany: async (ids) => {
      const rows = await inChunks(ids.map(toKey), (keys) => templates().where('id', 'in', keys).execute());
      return rows.map(fromRow);
    },
    list: async (scope, afterId, limit) => {
      const behind = templates().where('scope', '=', scope).where('id', '>', toKey(afterId));
      return (await behind.orderBy('id').limit(limit).execute()).map(fromRow);
    },
    insert: async (template) => void (await db.insertInto('metadata_template').values(toRow(template)).execute()),
    update: async (template) => {
      const { id, ...columns } = toRow(template);
      await db.updateTable('metadata_template').set(columns).where('id', '=', id).execute();
    },
    delete: async (id) => {
      await db.deleteFrom('metadata_instance').where('template_id', '=', toKey(id)).execute();
      await db.deleteFrom('metadata_template').where('id', '=', toKey(id)).execute();
    },
  };
}

function fromRow(row: MetadataTemplateRow): MetadataTemplateRecord {
  return {
    id: toId(row.id),
    // The columns hold what `toRow` wrote.
    scope: row.scope as TemplateScope,
    key: row.template_key,
    displayName: row.display_name,
    hidden: row.hidden === 1,
    copyInstanceOnItemCopy: row.copy_on_copy === 1,
    fields: JSON.parse(row.fields) as TemplateField[],
    version: row.version,
    createdBy: toId(row.created_by),
    createdAt: row.created_at,
    modifiedAt: row.modified_at,
  };
}

function toRow(template: MetadataTemplateRecord): MetadataTemplateRow {
  return {
    id: toKey(template.id),
    scope: template.scope,
    template_key: template.key,
    display_name: template.displayName,
    hidden: template.hidden ? 1 : 0,
    copy_on_copy: template.copyInstanceOnItemCopy ? 1 : 0,
    fields: JSON.stringify(template.fields),
    version: template.version,
    created_by: toKey(template.createdBy),
    created_at: template.createdAt,
    modified_at: template.modifiedAt,
  };
}
