import { describe, expect, it } from 'vitest';
import {
  createTransactionQueue,
  type TransactionControl,
} from '../../../../../service/adapters/metadata-sql/transaction-queue.ts';

/** A database that only records its calls, and fails where a test says so. */
function recording(failing: Partial<Record<keyof TransactionControl<string>, Error>> = {}) {
  const log: string[] = [];
  const note = (name: keyof TransactionControl<string>) => async () => {
    log.push(name);
    const error = failing[name];
    if (error) throw error;
  };
  const control: TransactionControl<string> = {
    begin: async () => {
      await note('begin')();
      return 'connection';
    },
    savepoint: note('savepoint'),
    releaseSavepoint: note('releaseSavepoint'),
    rollbackToSavepoint: note('rollbackToSavepoint'),
    commit: note('commit'),
    rollback: note('rollback'),
  };
  return { log, control, failing };
}

describe('the transaction queue', () => {
  it('commits concurrent transactions once', async () => {
    const { log, control } = recording();
    const enqueue = createTransactionQueue(control);
    const results = await Promise.all([1, 2, 3].map((n) => enqueue(async (connection) => `${connection} ${n}`)));
    expect(results).toEqual(['connection 1', 'connection 2', 'connection 3']);
    expect(log.filter((name) => name === 'commit')).toHaveLength(1);
    expect(log.filter((name) => name === 'savepoint')).toHaveLength(2);
  });

  it('answers no caller before the commit', async () => {
    const order: string[] = [];
    const { control } = recording();
    const enqueue = createTransactionQueue({ ...control, commit: async () => void order.push('commit') });
    await enqueue(async () => order.push('work')).then(() => order.push('answer'));
    expect(order).toEqual(['work', 'commit', 'answer']);
  });

  it('undoes one work that fails and commits the others', async () => {
    const { log, control } = recording();
    const enqueue = createTransactionQueue(control);
    const good = enqueue(async () => 'good');
    const bad = enqueue(async () => {
      throw new Error('bad');
    });
    await expect(bad).rejects.toThrow('bad');
    expect(await good).toBe('good');
    expect(log).toEqual(['begin', 'savepoint', 'rollbackToSavepoint', 'commit']);
  });

  it('rolls back a first work that fails with its transaction, and runs the others in the next', async () => {
    const { log, control } = recording();
    const enqueue = createTransactionQueue(control);
    const bad = enqueue(async () => {
      throw new Error('bad');
    });
    const good = [enqueue(async () => 'second'), enqueue(async () => 'third')];
    await expect(bad).rejects.toThrow('bad');
    expect(await Promise.all(good)).toEqual(['second', 'third']);
    expect(log).toEqual(['begin', 'rollback', 'begin', 'savepoint', 'releaseSavepoint', 'commit']);
  });

  it('fails every transaction of a group whose commit fails, and continues with the next group', async () => {
    const { control, failing } = recording({ commit: new Error('disk full') });
    const enqueue = createTransactionQueue(control);
    const outcomes = await Promise.allSettled([enqueue(async () => 1), enqueue(async () => 2)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    delete failing.commit;
    expect(await enqueue(async () => 3)).toBe(3);
  });

  it('fails one work for each begin that fails', async () => {
    const { control } = recording({ begin: new Error('locked') });
    const enqueue = createTransactionQueue(control);
    const outcomes = await Promise.allSettled([enqueue(async () => 1), enqueue(async () => 2)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});
