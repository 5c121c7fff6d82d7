import { renameSync, rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import { MIGRATIONS } from '../../../main/engine/store/database/schema.ts';

/** Rewrites the store of an engine, which is closed, the way the version before `work` was one table wrote it. */
export function writeAsBefore(path: string): void {
  const version = MIGRATIONS.findIndex((sql) => sql.includes('CREATE TABLE work'));
  const older = new Database(`${path}.older`);
  for (const sql of MIGRATIONS.slice(0, version)) older.exec(sql);
  older.pragma(`user_version = ${version}`);
  older.prepare('ATTACH ? AS now').run(path);
  for (const table of SAME) {
    const columns = older.pragma(`main.table_info(${table})`) as readonly { readonly name: string }[];
    const names = columns.map(({ name }) => name).join(', ');
    older.exec(`INSERT INTO main.${table} (${names}) SELECT ${names} FROM now.${table}`);
  }
  older.exec(OTHERS);
  older.close();
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true });
  renameSync(`${path}.older`, path);
}

/** Tables whose rows are the same in both versions. */
const SAME =
  'sync_root local_node remote_node remote_gone synced_node ignored selection intent journal conflict local_trash'.split(
    ' ',
  );

const DIRECTION = `CASE WHEN held_kind IN ('trash-remote', 'upload-version') THEN 'to-remote' ELSE 'to-local' END`;

const OTHERS = `
INSERT INTO main.setting SELECT name, value FROM now.setting WHERE root_id = 0 AND name <> 'last_held_batch';
INSERT INTO main.root_note SELECT root_id, name, value FROM now.setting WHERE root_id > 0 AND name <> 'stream_position';
INSERT INTO main.stream_cursor SELECT root_id, value FROM now.setting WHERE name = 'stream_position';
INSERT INTO main.missing SELECT id, root_id, missing_at, missing_since_ms FROM now.local_node WHERE missing_at IS NOT NULL;
INSERT INTO main.upload
  SELECT key, record ->> '$.sessionId', record ->> '$.partSizeBytes', record ->> '$.destination.kind',
    coalesce(record ->> '$.destination.parentId', record ->> '$.destination.itemId'), record ->> '$.destination.name',
    record ->> '$.destination.ifMatch', record ->> '$.fingerprint.identity', record ->> '$.fingerprint.sizeBytes',
    record ->> '$.fingerprint.mtimeNs', record ->> '$.fingerprint.ctimeNs'
  FROM now.transfer WHERE kind = 'upload';
INSERT INTO main.download
  SELECT key, record ->> '$.itemId', record ->> '$.versionId', record ->> '$.content.sha1', record ->> '$.content.sizeBytes',
    record ->> '$.root', record ->> '$.stagingName'
  FROM now.transfer WHERE kind = 'download';
INSERT INTO main.dirty SELECT mark, root_id, side, node, state <> 'open', gone FROM now.work;
INSERT INTO main.blocked
  SELECT root_id, CASE side WHEN 'local' THEN 'l' || CAST(node AS INTEGER) ELSE 'r' || node END, CASE side WHEN 'local' THEN CAST(node AS INTEGER) END,
    CASE side WHEN 'local' THEN item_id ELSE CAST(node AS TEXT) END, source, code, reach, says, suggested_name, step_kind, step_rule,
    attempts, retry_at_ms, at_ms
  FROM now.work WHERE code IS NOT NULL;
INSERT INTO main.released SELECT root_id, side, node FROM now.work WHERE released = 1;
INSERT INTO main.held_batch (id, root_id, what, direction, since_ms)
  SELECT batch, root_id, CASE WHEN held_kind LIKE 'trash-%' THEN 'deletes' ELSE 'rewrites' END, ${DIRECTION}, min(held_at_ms)
  FROM now.work WHERE batch IS NOT NULL GROUP BY batch;
`;
