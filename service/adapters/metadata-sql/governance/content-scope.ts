import type { Kysely } from 'kysely';
import type { ContentScope } from '../../../ports/metadata/governance/content-scope.ts';
import { inChunks, toKey } from '../ids.ts';
import { kindNumbers } from '../items/item-rows.ts';
import type { Tables } from '../tables.ts';

/** Versions joined with their files, before a selection. */
export type VersionsOfFiles = ReturnType<typeof versionsOfFiles>;

/**
 * Applies a statement to all versions in a scope, trash included. A tree is walked level by level, so that no statement names more
 * folders than a database accepts.
 */
export async function eachPart(
  db: Kysely<Tables>,
  scope: ContentScope,
  apply: (versions: VersionsOfFiles) => Promise<unknown>,
): Promise<void> {
  const versions = versionsOfFiles(db);
  switch (scope.kind) {
    case 'version':
      await apply(versions.where('file_version.id', '=', toKey(scope.id)));
      break;
    case 'file':
      await apply(versions.where('file_version.file_id', '=', toKey(scope.id)));
      break;
    case 'folder':
      await eachLevel(db, toKey(scope.id), async (folders) => {
        await apply(versions.where('item.parent_id', 'in', folders).where('item.kind', '=', kindNumbers.file));
      });
      break;
    case 'owner':
      await apply(versions.where('item.owner_id', '=', toKey(scope.id)));
      break;
    case 'everything':
      await apply(versions.where('file_version.id', '>', 0));
      break;
  }
}

function versionsOfFiles(db: Kysely<Tables>) {
  return db.selectFrom('file_version').innerJoin('item', 'item.id', 'file_version.file_id');
}

async function eachLevel(
  db: Kysely<Tables>,
  top: number,
  visit: (folders: readonly number[]) => Promise<void>,
): Promise<void> {
  const folders = db.selectFrom('item').select('id').where('kind', '=', kindNumbers.folder);
  for (let level = [top]; level.length > 0; ) {
    const below = await inChunks(level, async (keys) => {
      await visit(keys);
      return folders.where('parent_id', 'in', keys).execute();
    });
    level = below.map((row) => row.id);
  }
}
