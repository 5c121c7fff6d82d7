import type Database from 'better-sqlite3';
import type { Violation } from '../invariants.ts';

/** Reads a store's database from outside, in the state that a crash would leave. */
export type StoreShape = {
  check(): readonly Violation[];
  /**
   * At rest, when every step has ended: no intent is left that might later be taken for something else. Whether a file went up that waits at its
   * place for a person stays open until it is sent again, moved or deleted.
   */
  checkAtRest(): readonly Violation[];
};

export type StoreShapeParts = {
  readonly device: string;
  /** False: a service that was set back no longer has this item under this name. */
  readonly isThere: (item: string, nameKey: string) => boolean;
};

type Row = {
  readonly id: string;
  readonly parent: string | null;
  readonly slot: string;
  readonly isFolder: 0 | 1;
  /** Whether it holds the name on each side; only one row may hold it. 0: known to be gone. */
  readonly here: 0 | 1;
  readonly there: 0 | 1;
};

type Intent = { readonly kind: string; readonly node: string; readonly sha1: string };

/** A delete or a move without an answer may take effect for minutes, if its item is still there. */
const OPEN_INTENTS = `SELECT kind, node, sha1 FROM intent i WHERE NOT EXISTS (SELECT 1 FROM work w
  WHERE w.root_id = i.root_id AND w.side = 'local' AND w.node = CAST(i.node AS INTEGER) AND w.source = 'plan' AND i.kind = 'upload')
  AND NOT EXISTS (SELECT 1 FROM remote_node r WHERE r.root_id = i.root_id AND r.id = i.node AND i.kind IN ('trash', 'move'))`;

/** One query per tree; ids as text, because they are only compared. `slot`: unique among siblings of one side. */
const TREES = {
  local: `SELECT CAST(id AS TEXT) AS id, CAST(parent_id AS TEXT) AS parent, name AS slot, kind = 'folder' AS isFolder,
      missing_at IS NULL AS here, 0 AS there
    FROM local_node`,
  remote: `SELECT id, parent_id AS parent, name_key AS slot, kind = 'folder' AS isFolder,
      0 AS here, root_id IN (SELECT root_id FROM setting WHERE name = 'stream_position')
        AND root_id NOT IN (SELECT root_id FROM setting WHERE name IN ('listing_due', 'unlisted_folders')) AS there
    FROM remote_node`,
  synced: `SELECT CAST(local_id AS TEXT) AS id, CAST(parent_local_id AS TEXT) AS parent, local_name AS slot,
      kind = 'folder' AS isFolder,
      isAgreed OR EXISTS (SELECT 1 FROM local_node n
        WHERE n.id = s.local_id AND n.parent_id = s.parent_local_id AND n.name = s.local_name)
      AS here,
      local_name = remote_name AND (isAgreed OR EXISTS (
        SELECT 1 FROM remote_node r JOIN synced_node p ON p.item_id = r.parent_id AND p.root_id = r.root_id
        WHERE r.root_id = s.root_id AND r.id = s.item_id AND p.local_id = s.parent_local_id AND r.name = s.remote_name))
      AS there
    FROM (SELECT *, NOT EXISTS (SELECT 1 FROM work d WHERE d.root_id = n.root_id
        AND ((d.side = 'local' AND d.node = n.local_id) OR (d.side = 'remote' AND d.node = n.item_id))) AS isAgreed
      FROM synced_node n) s`,
} as const;

/**
 * I9: no committed state contains an orphan, a cycle, or two siblings with one name. Local names are compared exactly, because a case-sensitive
 * disk may hold names that differ only in case; names on the service ignore case and Unicode form.
 * While a listing is due (`isListed` of `arrivals.ts`), deleted items coexist with their successors; nothing is planned on that.
 * A row of the synced tree is the last agreed state of its item. If it is in doubt, it holds its name only on the sides where the item still has
 * it. So one of two rows with the same name may hold it here while its item is elsewhere on the service, and the other may hold it there after it
 * was deleted here: its item left the name before the first one took it, and has returned since. An alias holds no name on the service (another
 * item there has the alias's name, SPEC P36). Nor does an item that a service which was set back has lost, until the device notices (P60).
 */
export function openStoreShape(
  databaseOf: () => Database.Database | null,
  { device, isThere }: StoreShapeParts,
): StoreShape {
  let checked: { readonly database: Database.Database; readonly changes: number | undefined } | null = null;
  return {
    check: () => {
      const database = databaseOf();
      // Not opened yet, or in the middle of a transaction, whose state no crash leaves.
      if (database === null || database.inTransaction) return [];
      const changes = database.prepare<[], number>('SELECT total_changes()').pluck().get();
      // Nothing was written since the last check.
      if (checked?.database === database && checked.changes === changes) return [];
      checked = { database, changes };
      return Object.entries(TREES).flatMap(([tree, sql]) =>
        faultsOf(database.prepare<[], Row>(sql).all(), tree === 'remote' ? isThere : () => true).map((fault) => ({
          rule: 'I9',
          what: `${tree} tree of ${device}: ${fault}`,
        })),
      );
    },
    checkAtRest: () => {
      const open = databaseOf()?.prepare<[], Intent>(OPEN_INTENTS).all() ?? [];
      return open.map(({ kind, node, sha1 }) => ({
        rule: 'I9',
        what: `${device} is at rest and still means to ${kind} ${node} ${sha1}`.trimEnd(),
      }));
    },
  };
}

function faultsOf(rows: readonly Row[], isThere: StoreShapeParts['isThere']): readonly string[] {
  const faults: string[] = [];
  const byId = new Map(rows.map((row) => [row.id, row]));
  const slots = new Map<string, string>();
  for (const { id, parent, slot, here, there } of rows) {
    if (parent === null) continue;
    const above = byId.get(parent);
    if (above === undefined) faults.push(`${id} "${slot}" has a parent ${parent} that does not exist`);
    else if (above.isFolder === 0) faults.push(`${id} "${slot}" is in ${parent}, which is no folder`);
    else if (isInCycle(byId, id)) faults.push(`${id} "${slot}" is below itself`);
    for (const side of [here === 1 ? 'here' : null, there === 1 ? 'there' : null]) {
      if (side === null) continue;
      const twin = slots.get(`${side}/${parent}/${slot}`);
      if (twin !== undefined && isThere(id, slot) && isThere(twin, slot))
        faults.push(`${id} and ${twin} are both "${slot}" in ${parent} ${side}`);
      slots.set(`${side}/${parent}/${slot}`, id);
    }
  }
  return faults;
}

function isInCycle(byId: ReadonlyMap<string, Row>, id: string): boolean {
  let steps = 0;
  for (let at = byId.get(id); at !== undefined; at = at.parent === null ? undefined : byId.get(at.parent)) {
    steps += 1;
    if (steps > byId.size) return true;
  }
  return false;
}
