import {
  HandleEmptyInListsPlugin,
  Kysely,
  PostgresDialect,
  type PostgresPool,
  replaceWithNoncontingentExpression,
} from 'kysely';
import type { Tables } from '../../tables.ts';

/** Queries on connections of a pool. */
export function kyselyOn(pool: PostgresPool): Kysely<Tables> {
  // PostgreSQL does not accept empty lists. SQLite treats `in ()` as no rows, so do the same here.
  const plugins = [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })];
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), plugins });
}
