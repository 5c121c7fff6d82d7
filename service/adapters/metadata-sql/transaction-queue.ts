/** The database operations that a queue needs: one transaction, with nested ones that roll back on their own. */
export interface TransactionControl<Connection> {
  begin(): Promise<Connection>;
  savepoint(): Promise<void>;
  releaseSavepoint(): Promise<void>;
  rollbackToSavepoint(): Promise<void>;
  /** When it resolves, the written data survives a power cut. */
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

/** Maximum works per commit, so that the first need not wait long for the last. */
const groupLimit = 100;

type Work<Connection> = (connection: Connection) => Promise<unknown>;

interface Waiting<Connection> {
  readonly work: Work<Connection>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Runs works one after another and commits concurrent ones together. They share the flush to disk, which is most of the cost of a
 * small transaction. A failed work is rolled back on its own, and no work resolves before its commit. The first work of a transaction
 * needs no savepoint, because it fails with the transaction: SQLite copies every page that changes after a savepoint.
 */
export function createTransactionQueue<Connection>(
  control: TransactionControl<Connection>,
): <T>(work: (connection: Connection) => Promise<T>) => Promise<T> {
  const waiting: Waiting<Connection>[] = [];
  let isRunning = false;

  const drain = async (): Promise<void> => {
    isRunning = true;
    while (waiting.length > 0) {
      // One turn of the event loop admits works whose blobs were flushed during the last commit.
      await new Promise(setImmediate);
      await runGroup(control, waiting);
    }
    isRunning = false;
  };

  return <T>(work: (connection: Connection) => Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      // The resolver is called only with the result of `work`.
      waiting.push({ work, resolve: (value) => resolve(value as T), reject });
      if (!isRunning) void drain();
    });
}

async function runGroup<Connection>(
  control: TransactionControl<Connection>,
  waiting: Waiting<Connection>[],
): Promise<void> {
  const group: Waiting<Connection>[] = [];
  try {
    const connection = await control.begin();
    const answers: (() => void)[] = [];
    for (let next = waiting.shift(); next; next = group.length < groupLimit ? waiting.shift() : undefined) {
      group.push(next);
      answers.push(group.length === 1 ? await runFirst(connection, next) : await runLater(control, connection, next));
    }
    await control.commit();
    for (const answer of answers) answer();
  } catch (error) {
    await control.rollback();
    // If the transaction cannot begin, fail the head of the queue; otherwise it would be retried endlessly.
    const failed = group.length > 0 ? group : waiting.splice(0, 1);
    for (const { reject } of failed) reject(error);
  }
}

async function runFirst<Connection>(
  connection: Connection,
  { work, resolve }: Waiting<Connection>,
): Promise<() => void> {
  const value = await work(connection);
  return () => resolve(value);
}

async function runLater<Connection>(
  control: TransactionControl<Connection>,
  connection: Connection,
  { work, resolve, reject }: Waiting<Connection>,
): Promise<() => void> {
  await control.savepoint();
  try {
    const value = await work(connection);
    await control.releaseSavepoint();
    return () => resolve(value);
  } catch (error) {
    await control.rollbackToSavepoint();
    return () => reject(error);
  }
}
