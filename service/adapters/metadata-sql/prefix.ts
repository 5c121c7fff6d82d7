import { type RawBuilder, sql } from 'kysely';

/** A condition: the column begins with the text, whatever the text holds. Both are compared as they are, so fold them first. */
export function startsWith(column: string, prefix: string): RawBuilder<boolean> {
  const pattern = `${prefix.replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`;
  return sql<boolean>`${sql.ref(column)} like ${pattern} escape '\\'`;
}
