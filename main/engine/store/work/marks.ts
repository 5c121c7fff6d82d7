import { type ItemId, itemId, type LocalId, localId, type RootId } from '../../model/ids.ts';
import type { Dirty } from '../../model/tree.ts';
import type { Connection } from '../database/connection.ts';
import { INTEGER, TEXT } from '../database/opaque-parameter.ts';
import { rowCount } from '../database/row-count.ts';

/** A node of an item on either side; at least one is given. */
export type Ref = { readonly localId: LocalId | null; readonly itemId: ItemId | null };

/**
 * Nodes whose agreement must be checked, each in one of four states:
 * - `open`: to be planned.
 * - `taken`: planned; a step for it is queued or running, or its reason says why there is none.
 * - `waiting`: until a step ends.
 * - `late`: a new version, until the round is over, so that the guard counts all of them together.
 */
export interface Marks {
  /** Opens the node, even if a step for it is in flight. */
  markDirtyLocal(id: LocalId): void;
  markDirtyItem(id: ItemId): void;
  /** The same for many, in a third of the time. */
  markDirty(nodes: Dirty): void;
  /** Called by the tree tables with every change of a node that exists, or exists again. */
  noteLocal(id: LocalId): void;
  noteItem(id: ItemId): void;
  /** Called by them for all that have left their tree together, and may be deletes. */
  noteGone(nodes: Dirty): void;
  /** Called by other tables of the store that open nodes. */
  noteOpened(): void;
  /**
   * The nodes to plan now: the first `limit` open ones, plus every node that left one side and may be a delete, so that the
   * guard sees all deletes at once.
   */
  dirty(limit: number): Dirty;
  /** At most `limit` nodes in any state. */
  doubtful(limit: number): Dirty;
  /** Is either of the two in doubt, in any state? */
  isDirty(node: Ref): boolean;
  /** Is there anything to plan now? */
  hasDirty(): boolean;
  /** Agreed: nothing left to do for them, and nothing left to say about them. */
  clean(nodes: Dirty): void;
  /** Like `clean`, but only for nodes that are not open. */
  cleanParked(nodes: Dirty): void;
  /** They are `taken`, if they are in doubt. */
  park(nodes: Dirty): void;
  /** Its nodes are `waiting`, unless they are open or late. */
  wait(node: Ref): void;
  /** Opens the waiting nodes, unless there are more than `most` (null: however many). True: none is left. */
  wake(most: number | null): boolean;
  /** A new version of this file is `late`, and so is its item if that is in doubt. */
  postpone(node: Ref): void;
  late(): Dirty;
  /** Opens every node, to be tried at once: no step is in flight. */
  unparkAll(): void;
  /**
   * While no step is queued or running: opens the `taken` nodes that no reason is about, and returns their number. There are none unless
   * something forgot them, and nothing else would ever plan them.
   */
  openForgotten(): number;
  /** How often nodes have been opened so far. While it stays the same, nothing that a plan is about has changed. */
  timesOpened(): number;
  /** Notes the nodes that are opened from now on, until it ends; one at a time. */
  watchOpened(): OpenedNodes;
  /** The number of nodes in any state. If it is 0, the trees agree. */
  doubtfulCount(): number;
}

/** Nodes opened since a moment. */
export type OpenedNodes = {
  /** Has one of the two been opened? */
  has(node: Ref): boolean;
  /** Others have been opened too, and it is not known which. */
  readonly areOthers: boolean;
  end(): void;
};

type NodeRow = { side: 'local' | 'remote'; node: number | string };
type NodeToPlan = NodeRow & { item_id: string | null };

/** Opens each node that the query between the two finds. */
export const MARK = {
  nodes: 'INSERT INTO work (root_id, side, node)',
  open: `ON CONFLICT (root_id, side, node) DO UPDATE SET state = 'open' WHERE state <> 'open'`,
} as const;

export function createMarks(connection: Connection, root: RootId): Marks {
  const sql = statements(connection, root);
  return { ...createOpening(sql), ...createStates(connection, sql) };
}

type Statements = ReturnType<typeof statements>;
type Opening =
  | 'markDirtyLocal'
  | 'markDirtyItem'
  | 'markDirty'
  | 'noteLocal'
  | 'noteItem'
  | 'noteGone'
  | 'noteOpened'
  | 'timesOpened'
  | 'watchOpened'
  | 'wake'
  | 'unparkAll'
  | 'openForgotten';

/** All that opens nodes, and counts it. */
function createOpening(sql: Statements): Pick<Marks, Opening> {
  const { noteOpened, noteOne, ...opened } = countOpened();
  const mark = (side: NodeRow['side'], node: number | string, write: Statements['mark']): void => {
    noteOne(node);
    write.run(side, node);
  };
  const all = (nodes: Dirty, write: Statements['markAll']): void => {
    for (const [side, ids] of [
      ['local', nodes.localIds],
      ['remote', nodes.itemIds],
    ] as const) {
      for (const id of ids) noteOne(id);
      if (ids.length > 0) write.run(side, JSON.stringify(ids));
    }
  };
  return {
    ...opened,
    noteOpened,
    markDirtyLocal: (id) => mark('local', id, sql.mark),
    markDirtyItem: (id) => mark('remote', id, sql.mark),
    markDirty: (nodes) => all(nodes, sql.markAll),
    noteLocal: (id) => mark('local', id, sql.note),
    noteItem: (id) => mark('remote', id, sql.note),
    noteGone: (nodes) => all(nodes, sql.noteAllGone),
    wake: (most) => {
      if (most !== null && sql.waiting.all(most + 1).length > most) return false;
      noteOpened();
      sql.wake.run();
      return true;
    },
    unparkAll: () => {
      noteOpened();
      sql.unparkAll.run();
    },
    openForgotten: () => {
      const { changes } = sql.openForgotten.run();
      if (changes > 0) noteOpened();
      return changes;
    },
  };
}

/** Counts the nodes that are opened, and keeps those of the current watch. */
function countOpened() {
  let opened = 0;
  let watched: { readonly nodes: Set<number | string>; areOthers: boolean } | null = null;
  return {
    noteOpened: (): void => {
      opened += 1;
      if (watched !== null) watched.areOthers = true;
    },
    noteOne: (node: number | string): void => {
      opened += 1;
      watched?.nodes.add(node);
    },
    timesOpened: (): number => opened,
    watchOpened: (): OpenedNodes => {
      const since = { nodes: new Set<number | string>(), areOthers: false };
      watched = since;
      return {
        has: ({ localId: local, itemId: item }) =>
          (local !== null && since.nodes.has(local)) || (item !== null && since.nodes.has(item)),
        get areOthers() {
          return since.areOthers;
        },
        end: () => {
          watched = null;
        },
      };
    },
  };
}

function createStates(connection: Connection, sql: Statements): Omit<Marks, Opening> {
  const each = (nodes: Dirty, change: (side: NodeRow['side'], node: number | string) => void) =>
    connection.transaction(() => {
      for (const id of nodes.localIds) change('local', id);
      for (const id of nodes.itemIds) change('remote', id);
    });
  return {
    dirty: (limit) => toDirty(withItems([...sql.deletes.all(), ...sql.first.all(limit)])),
    doubtful: (limit) => toDirty(sql.all.all(limit)),
    isDirty: ({ localId: local, itemId: item }) =>
      (local !== null && sql.one.get('local', local) !== undefined) ||
      (item !== null && sql.one.get('remote', item) !== undefined),
    hasDirty: () => sql.any.get() !== undefined,
    clean: (nodes) => each(nodes, (side, node) => sql.clean.run(side, node)),
    cleanParked: (nodes) => each(nodes, (side, node) => sql.cleanParked.run(side, node)),
    park: (nodes) => each(nodes, (side, node) => sql.park.run(side, node)),
    wait: ({ localId: local, itemId: item }) =>
      connection.transaction(() => {
        if (local !== null) sql.wait.run('local', local);
        if (item !== null) sql.wait.run('remote', item);
      }),
    postpone: ({ localId: local, itemId: item }) =>
      connection.transaction(() => {
        if (local !== null) sql.postpone.run(local);
        if (item !== null) sql.postponeItem.run(item);
      }),
    late: () => toDirty(withItems(sql.late.all())),
    doubtfulCount: sql.count,
  };
}

function statements({ db }: Connection, root: RootId) {
  const node = `root_id = ${root} AND side = ${TEXT} AND node = ?`;
  return {
    mark: db.prepare<[string, number | string]>(`${MARK.nodes} VALUES (${root}, ?, ?) ${MARK.open}`),
    note: db.prepare<[string, number | string]>(
      `${MARK.nodes} VALUES (${root}, ?, ?)
       ON CONFLICT (root_id, side, node) DO UPDATE SET state = 'open', gone = 0 WHERE state <> 'open' OR gone <> 0`,
    ),
    // Each node of a JSON array.
    markAll: db.prepare<[string, string]>(
      `${MARK.nodes} SELECT ${root}, ?, value FROM json_each(?) WHERE true ${MARK.open}`,
    ),
    noteAllGone: db.prepare<[string, string]>(
      `INSERT INTO work (root_id, side, node, gone) SELECT ${root}, ?, value, 1 FROM json_each(?) WHERE true
       ON CONFLICT (root_id, side, node) DO UPDATE SET state = 'open', gone = 1 WHERE state <> 'open' OR gone <> 1`,
    ),
    first: db.prepare<[number], NodeToPlan>(
      `SELECT side, node, item_id FROM work WHERE root_id = ${root} AND state = 'open' ORDER BY mark LIMIT ${INTEGER}`,
    ),
    deletes: db.prepare<[], NodeToPlan>(
      `SELECT side, node, item_id FROM work WHERE root_id = ${root} AND state = 'open' AND gone = 1 ORDER BY mark`,
    ),
    all: db.prepare<[number], NodeRow>(`SELECT side, node FROM work WHERE root_id = ${root} LIMIT ?`),
    one: db.prepare<[string, number | string], NodeRow>(`SELECT side, node FROM work WHERE ${node}`),
    any: db.prepare<[], NodeRow>(`SELECT side, node FROM work WHERE root_id = ${root} AND state = 'open' LIMIT 1`),
    clean: db.prepare<[string, number | string]>(`DELETE FROM work WHERE ${node}`),
    cleanParked: db.prepare<[string, number | string]>(`DELETE FROM work WHERE ${node} AND state <> 'open'`),
    park: db.prepare<[string, number | string]>(`UPDATE work SET state = 'taken' WHERE ${node}`),
    wait: db.prepare<[string, number | string]>(
      `INSERT INTO work (root_id, side, node, state) VALUES (${root}, ?, ?, 'waiting')
       ON CONFLICT (root_id, side, node) DO UPDATE SET state = 'waiting' WHERE state = 'taken'`,
    ),
    waiting: db.prepare<[number], NodeRow>(
      `SELECT side, node FROM work WHERE root_id = ${root} AND state = 'waiting' LIMIT ${INTEGER}`,
    ),
    wake: db.prepare<[]>(`UPDATE work SET state = 'open' WHERE root_id = ${root} AND state = 'waiting'`),
    postpone: db.prepare<[number]>(
      `INSERT INTO work (root_id, side, node, state) VALUES (${root}, 'local', ?, 'late')
       ON CONFLICT (root_id, side, node) DO UPDATE SET state = 'late'`,
    ),
    postponeItem: db.prepare<[string]>(
      `UPDATE work SET state = 'late' WHERE root_id = ${root} AND side = 'remote' AND node = ?`,
    ),
    late: db.prepare<[], NodeToPlan>(
      `SELECT side, node, item_id FROM work WHERE root_id = ${root} AND state = 'late' ORDER BY mark`,
    ),
    unparkAll: db.prepare<[]>(
      `UPDATE work SET state = 'open', retry_at_ms = NULL
       WHERE root_id = ${root} AND (state <> 'open' OR retry_at_ms IS NOT NULL)`,
    ),
    openForgotten: db.prepare<[]>(
      `UPDATE work SET state = 'open' WHERE root_id = ${root} AND state = 'taken' AND code IS NULL AND batch IS NULL
         AND NOT EXISTS (SELECT 1 FROM work r WHERE r.root_id = ${root} AND r.item_id = work.node AND r.code IS NOT NULL)`,
    ),
    count: rowCount(db, 'work', root),
  };
}

/** Adds the item named in a file's reason. Once the file gets another reason or none, no other node would plan that item (SPEC P64). */
const withItems = (rows: readonly NodeToPlan[]): readonly NodeRow[] => [
  ...rows,
  ...rows.flatMap(({ item_id: node }) => (node === null ? [] : [{ side: 'remote' as const, node }])),
];

function toDirty(rows: readonly NodeRow[]): Dirty {
  const localIds = new Set<LocalId>();
  const itemIds = new Set<ItemId>();
  for (const { node } of rows) {
    if (typeof node === 'number') localIds.add(localId(node));
    else itemIds.add(itemId(node));
  }
  return { localIds: [...localIds], itemIds: [...itemIds] };
}
