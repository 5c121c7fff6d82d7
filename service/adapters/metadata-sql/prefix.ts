import { type RawBuilder, sql } from 'kysely';

/** A condition that the column starts with the text, which may contain wildcards. The comparison is exact, so fold both first. */
export function startsWith(column: string, prefix: string): RawBuilder<boolean> {
  const pattern = `${prefix.replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`;
  return sql<boolean>`${sql.ref(column)} like ${pattern} escape '\\'`;
}
