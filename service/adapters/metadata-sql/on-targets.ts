import { inChunks } from './ids.ts';

/** What an assignment of a policy is on. */
interface Target {
  readonly type: string;
  readonly id: string;
}

/** The row of an assignment, as far as it says what the assignment is on. */
interface OnTarget {
  readonly target_type: string;
  readonly target_id: string;
}

/**
 * Assignments on any of these targets, in one query as a rule: it is asked with each upload. It asks by the ids alone, which no two
 * things share, and sorts out here what is of another type.
 */
export async function onTargets<Row extends OnTarget>(
  targets: readonly Target[],
  query: (ids: readonly string[]) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const wanted = new Set(targets.map(({ type, id }) => `${type} ${id}`));
  const rows = await inChunks([...new Set(targets.map(({ id }) => id))], query);
  return rows.filter((row) => wanted.has(`${row.target_type} ${row.target_id}`));
}
