/** Retention of the journal and the local trash. */
export const COUNTED_AGES = `
-- Since when the trash and the journal keep something, in counted time (counted-time.ts). 0: since this migration.
ALTER TABLE local_trash ADD COLUMN counted_ms INTEGER NOT NULL DEFAULT 0;
ALTER TABLE journal ADD COLUMN counted_ms INTEGER NOT NULL DEFAULT 0;
DROP INDEX local_trash_age;
CREATE INDEX local_trash_age ON local_trash (counted_ms, at_ms);
`;

export const REMOVED_ROOTS = `
-- Pairs of folders that are no longer linked, with the number under which the journal and the local trash know them. Linked again, a pair gets
-- its number back.
CREATE TABLE removed_root (
  id INTEGER NOT NULL,
  local_path TEXT NOT NULL,
  item_id TEXT NOT NULL,
  account TEXT NOT NULL,
  PRIMARY KEY (local_path, item_id, account)
) STRICT, WITHOUT ROWID;
`;

export const REMOVED_ROOTS_IN_PLACE = `
-- 1: no longer linked. Its number stays, under which the journal and the local trash know it; linked again, the pair goes on under it.
ALTER TABLE sync_root ADD COLUMN removed INTEGER NOT NULL DEFAULT 0;
INSERT INTO sync_root (id, local_path, item_id, account, local_id, marker, volume_id, removed)
  SELECT id, local_path, item_id, account, 0, '', '', 1 FROM removed_root;
DROP TABLE removed_root;
`;
