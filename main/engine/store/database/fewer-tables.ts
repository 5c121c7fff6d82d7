/** Merges the tables about nodes in doubt, and why they wait, into one. */
export const ONE_WORK_TABLE = `
-- Nodes whose agreement is in doubt: what is done about each, or why it waits. Replaces dirty, blocked, released and held_batch.
CREATE TABLE work (
  -- The order in which they are planned.
  mark INTEGER PRIMARY KEY,
  root_id INTEGER NOT NULL,
  side TEXT NOT NULL CHECK (side IN ('local', 'remote')),
  -- The number of a local node, or the id of an item.
  node ANY NOT NULL,
  -- open: to be planned. taken: a step is in flight, or the reason says why there is none. waiting: until a step ends. late: a new
  -- version, until the round is over. All are open after a start.
  state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'taken', 'waiting', 'late')),
  -- 1: its row left its tree, so it may be a delete.
  gone INTEGER NOT NULL DEFAULT 0,
  -- 1: the user released it: its delete or rewrite passes the guard once.
  released INTEGER NOT NULL DEFAULT 0,
  -- Why it is not in sync; all NULL: no reason. says: JSON of the code and arguments that are put into words where they are shown.
  source TEXT CHECK (source IN ('plan', 'step', 'held')),
  code TEXT,
  reach TEXT CHECK (reach IN ('waiting', 'blocked', 'account')),
  says TEXT,
  suggested_name TEXT,
  -- Of a local node: the item that the reason is about as well.
  item_id TEXT,
  -- The step that failed or is held.
  step_kind TEXT,
  step_rule TEXT,
  step_key TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  retry_at_ms INTEGER,
  at_ms INTEGER,
  -- Of a held step: the number under which the user decides.
  batch INTEGER,
  UNIQUE (root_id, side, node)
) STRICT;
INSERT OR IGNORE INTO held_batch (root_id, what, direction, since_ms)
  SELECT root_id, CASE WHEN operation LIKE 'trash-%' THEN 'deletes' ELSE 'rewrites' END,
    CASE WHEN operation IN ('trash-remote', 'upload-version') THEN 'to-remote' ELSE 'to-local' END, min(at_ms)
  FROM blocked WHERE source = 'held' AND operation IS NOT NULL GROUP BY root_id, operation;
INSERT INTO work (mark, root_id, side, node, gone) SELECT mark, root_id, side, node, gone FROM dirty;
INSERT INTO work (root_id, side, node, source, code, reach, says, suggested_name, item_id, step_kind, step_rule, step_key, attempts,
    retry_at_ms, at_ms, batch)
  SELECT blocked.root_id, iif(local_id IS NULL, 'remote', 'local'), iif(local_id IS NULL, item_id, local_id), source, code, reach, says,
    suggested_name, iif(local_id IS NULL, NULL, item_id), operation, rule, iif(operation IS NULL, NULL, ''), attempts, retry_at_ms,
    at_ms, held_batch.id
  FROM blocked LEFT JOIN held_batch ON held_batch.root_id = blocked.root_id AND source = 'held'
    AND what = CASE WHEN operation LIKE 'trash-%' THEN 'deletes' WHEN operation IS NOT NULL THEN 'rewrites' END
    AND direction = CASE WHEN operation IN ('trash-remote', 'upload-version') THEN 'to-remote' ELSE 'to-local' END
  WHERE true
  ON CONFLICT (root_id, side, node) DO UPDATE SET source = excluded.source, code = excluded.code, reach = excluded.reach,
    says = excluded.says, suggested_name = excluded.suggested_name, item_id = excluded.item_id, step_kind = excluded.step_kind,
    step_rule = excluded.step_rule, step_key = excluded.step_key, attempts = excluded.attempts, retry_at_ms = excluded.retry_at_ms,
    at_ms = excluded.at_ms, batch = excluded.batch;
INSERT INTO work (root_id, side, node, released) SELECT root_id, side, node, 1 FROM released WHERE true
  ON CONFLICT (root_id, side, node) DO UPDATE SET released = 1;
INSERT INTO setting (name, value) SELECT 'last_held_batch', CAST(seq AS TEXT) FROM sqlite_sequence WHERE name = 'held_batch';
DROP TABLE dirty;
DROP TABLE blocked;
DROP TABLE released;
DROP TABLE held_batch;
CREATE INDEX work_open ON work (root_id, mark) WHERE state = 'open';
CREATE INDEX work_gone ON work (root_id, mark) WHERE state = 'open' AND gone = 1;
CREATE INDEX work_waiting ON work (root_id, mark) WHERE state = 'waiting';
CREATE INDEX work_late ON work (root_id, mark) WHERE state = 'late';
CREATE INDEX work_released ON work (root_id) WHERE released = 1;
CREATE INDEX work_reason ON work (root_id, at_ms, side, node) WHERE code IS NOT NULL;
CREATE INDEX work_item ON work (root_id, item_id) WHERE item_id IS NOT NULL;
CREATE INDEX work_retry ON work (root_id, retry_at_ms) WHERE retry_at_ms IS NOT NULL;
CREATE INDEX work_held ON work (root_id, step_kind, batch) WHERE batch IS NOT NULL;
`;

/** Holds the node in danger itself, apart from the reason why it waits. */
export const HELD_NODES = `
-- The kind of step by which the guard holds the node, and since when; \`batch\` is the number under which the user decides.
ALTER TABLE work ADD COLUMN held_kind TEXT;
ALTER TABLE work ADD COLUMN held_at_ms INTEGER;
DROP INDEX work_held;
INSERT INTO work (root_id, state, side, node, batch, held_kind, held_at_ms)
  SELECT root_id, 'taken', 'remote', iif(side = 'remote', node, item_id), batch, step_kind, at_ms FROM work
  WHERE batch IS NOT NULL AND step_kind IN ('trash-remote', 'upload-version') AND (side = 'remote' OR item_id IS NOT NULL)
  ON CONFLICT (root_id, side, node) DO UPDATE SET batch = excluded.batch, held_kind = excluded.held_kind, held_at_ms = excluded.held_at_ms;
UPDATE work SET batch = NULL WHERE side = 'local' AND step_kind IN ('trash-remote', 'upload-version');
UPDATE work SET held_kind = step_kind, held_at_ms = at_ms WHERE batch IS NOT NULL AND step_kind IN ('trash-local', 'download-version');
CREATE INDEX work_held ON work (root_id, held_kind, batch) WHERE batch IS NOT NULL;
`;

/** Merges the named values into one table and the transfers into another; missing nodes become columns of the local tree. */
export const FEWER_TABLES = `
-- Named values. root_id 0: of the store; otherwise of a root. Replaces root_note and stream_cursor.
CREATE TABLE setting_of_root (
  root_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (root_id, name)
) STRICT, WITHOUT ROWID;
INSERT INTO setting_of_root SELECT 0, name, value FROM setting;
INSERT INTO setting_of_root SELECT root_id, name, value FROM root_note;
INSERT INTO setting_of_root SELECT root_id, 'stream_position', position FROM stream_cursor;
DROP TABLE setting;
DROP TABLE root_note;
DROP TABLE stream_cursor;
ALTER TABLE setting_of_root RENAME TO setting;

-- Upload sessions that are open on the service, and downloads whose bytes so far are in the staging folder of their root.
CREATE TABLE transfer (
  kind TEXT NOT NULL CHECK (kind IN ('upload', 'download')),
  key TEXT NOT NULL,
  -- JSON, as the transfers give it.
  record TEXT NOT NULL,
  PRIMARY KEY (kind, key)
) STRICT, WITHOUT ROWID;
INSERT INTO transfer (kind, key, record)
  SELECT 'upload', key, json_object('key', key, 'sessionId', session_id, 'partSizeBytes', part_size_bytes,
    'destination', json(CASE destination
      WHEN 'new' THEN json_object('kind', 'new', 'parentId', target_id, 'name', name)
      ELSE json_object('kind', 'version', 'itemId', target_id, 'name', name, 'ifMatch', if_match) END),
    'fingerprint', json_object('identity', identity, 'sizeBytes', size_bytes, 'mtimeNs', mtime_ns, 'ctimeNs', ctime_ns))
  FROM upload;
INSERT INTO transfer (kind, key, record)
  SELECT 'download', key, json_object('key', key, 'itemId', item_id, 'versionId', version_id,
    'content', json_object('sha1', sha1, 'sizeBytes', size_bytes), 'root', root, 'stagingName', staging_name)
  FROM download;
DROP TABLE upload;
DROP TABLE download;

-- Of a node that its folder no longer lists: logical time of the first listing without it, and since when. It is no delete before it
-- is sure that the node is nowhere else.
ALTER TABLE local_node ADD COLUMN missing_at INTEGER;
ALTER TABLE local_node ADD COLUMN missing_since_ms INTEGER;
UPDATE local_node SET (missing_at, missing_since_ms) = (SELECT missing.taken_at, since_ms FROM missing WHERE local_id = id)
  WHERE id IN (SELECT local_id FROM missing);
DROP TABLE missing;
CREATE INDEX local_missing ON local_node (root_id, missing_at) WHERE missing_at IS NOT NULL;
`;
