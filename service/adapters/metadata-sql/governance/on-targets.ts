import { inChunks } from '../ids.ts';

/** The target of a policy assignment. */
interface Target {
  readonly type: string;
  readonly id: string;
}

/** The target columns of an assignment's row. */
interface OnTarget {
  readonly target_type: string;
  readonly target_id: string;
}

/**
 * Assignments on any of these targets, usually in one query, since every upload needs it. The query selects by id alone, because
 * ids are unique across types, and filters by type here.
 */
export async function onTargets<Row extends OnTarget>(
  targets: readonly Target[],
  query: (ids: readonly string[]) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const wanted = new Set(targets.map(({ type, id }) => `${type} ${id}`));
  const rows = await inChunks([...new Set(targets.map(({ id }) => id))], query);
  return rows.filter((row) => wanted.has(`${row.target_type} ${row.target_id}`));
}
