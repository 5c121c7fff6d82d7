import { MetadataUnavailable, StatementTimedOut, TextRefused } from '../../../ports/metadata-store.ts';
import { networkCodes } from '../../../ports/network-codes.ts';

/** Transient SQLSTATEs (and classes of two characters). See appendix A of the PostgreSQL manual. */
const passingStates: ReadonlySet<string> = new Set([
  '08', // connection
  '53', // out of disk, memory, connections
  '57', // shutdown, start-up
  '58', // I/O error of the system
  '25006', // a replica that is about to become the primary
  '25P03', // idle transaction timeout
  '40001', // serialisation
  '40P01', // deadlock
]);

/** The database gave up on a single statement: it took too long, or waited too long for a lock. */
const timeoutStates: ReadonlySet<string> = new Set(['57014', '55P03']);

/** The driver's messages for a lost connection or a failed connect; these errors have no code. */
const connectionWords = /connection (?:terminated|timeout|error)|not queryable|timeout exceeded|client was closed/i;

/** True for transient errors: the database is unreachable, restarting, overloaded or full. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isPassing);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  if (code === null) return connectionWords.test(error.message);
  // ENOENT: the Unix socket of a local database does not exist.
  if (networkCodes.has(code) || code === 'ENOENT') return true;
  return passingStates.has(code) || (code.length === 5 && passingStates.has(code.slice(0, 2)));
}

/** Unique indexes of what transactions of several owners may want at the same time. */
const takenNames: ReadonlySet<string> = new Set(['item_name', 'shared_link_vanity', 'idempotency_key_pkey']);

/** True if a prepared statement returns other columns since a migration: "cached plan must not change result type". */
export function isStalePlan(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '0A000';
}

/** True if a statement waited too long for a lock. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03';
}

/**
 * True for errors by which the database settles a race: a deadlock, a name or key that another transaction took first, and a migration since
 * the statement was prepared. The work can start again and then sees what the other one did.
 */
export function isConflict(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  if (error.code === '40P01' || error.code === '40001' || isStalePlan(error)) return true;
  return error.code === '23505' && 'constraint' in error && takenNames.has(String(error.constraint));
}

/** True for the failure of a statement that came after another failed one in its transaction: it tells nothing about itself. */
export function isConsequence(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '25P02';
}

/** Throws a PostgreSQL error as the port's error type; others unchanged. `host`: at the start, where its operator reads the message. */
export function throwPostgresError(error: unknown, host?: string): never {
  if (error instanceof MetadataUnavailable) throw error;
  if (error instanceof Error && 'code' in error && timeoutStates.has(String(error.code))) {
    throw new StatementTimedOut('The database took too long.', error);
  }
  if (isPassing(error)) {
    const why = host === undefined ? '' : ` (${host}: ${reasonOf(error)})`;
    throw new MetadataUnavailable(`The database is currently unavailable${why}.`, error);
  }
  if (error instanceof Error && 'code' in error && /^22(?:021|P05)$/.test(String(error.code)))
    throw new TextRefused(error);
  throw error;
}

/** A name with several addresses fails with one error for each, and no message of its own. */
function reasonOf(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error ? first.message : String(first);
}

/** Interprets a failed commit: if the database refused it, nothing was written; otherwise the outcome is unknown. */
export function throwCommitError(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (/^(?:23|40)...$/.test(code)) return throwPostgresError(error);
  throw new MetadataUnavailable('The connection to the database was lost during a commit.', error, 'unknown');
}
