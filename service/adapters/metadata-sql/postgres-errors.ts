import { isAbortedTransactionError } from 'kysely';
import { MetadataUnavailable, TextRefused } from '../../ports/metadata-store.ts';
import { networkCodes } from '../../ports/network-codes.ts';

/** SQLSTATEs (and classes of two characters) that say: not now. Appendix A of PostgreSQL's manual. */
const passingStates: ReadonlySet<string> = new Set([
  '08', // connection
  '53', // out of disk, memory, connections
  '57', // shutdown, start-up, cancelled by a time limit
  '58', // the system below fails
  '25006', // a replica that is about to become the primary
  '25P03', // a transaction that stood still for too long
  '40001', // serialisation
  '40P01', // deadlock
  '55P03', // a lock was not to be had in time
]);

/** The driver's own words for a connection that is gone or does not come; these errors have no code. */
const connectionWords = /connection (?:terminated|timeout|error)|not queryable|timeout exceeded|client was closed/i;

/** True for what passes by itself: the database is away, restarting, overloaded or full. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isPassing);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  if (code === null) return connectionWords.test(error.message);
  // The last one: the socket of a database on this machine is not there.
  if (networkCodes.has(code) || code === 'ENOENT') return true;
  return passingStates.has(code) || (code.length === 5 && passingStates.has(code.slice(0, 2)));
}

/** Throws an error of PostgreSQL in the words of the port; others as they are. */
export function throwPostgresError(error: unknown): never {
  if (error instanceof MetadataUnavailable) throw error;
  if (isPassing(error)) {
    throw new MetadataUnavailable('The database cannot be reached or cannot answer at the moment.', error);
  }
  if (error instanceof Error && 'code' in error && error.code === '22021') throw new TextRefused(error);
  throw error;
}

/** What a commit that failed means: a refusal by the database wrote nothing, anything else may have come after the commit. */
export function throwCommitError(error: unknown): never {
  // A work went on after one of its statements had failed: the database refused the whole, and so do we.
  if (isAbortedTransactionError(error)) throw error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (/^(?:23|40)...$/.test(code)) return throwPostgresError(error);
  throw new MetadataUnavailable('The database went away during a commit.', error, 'unknown');
}
