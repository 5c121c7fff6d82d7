import { type PostgresPoolClient, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { openLanes } from '../../../../../service/adapters/metadata-sql/postgres/connection/postgres-lanes.ts';
import type { ServerPool } from '../../../../../service/adapters/metadata-sql/postgres/connection/postgres-pool.ts';
import type { SqlWriter } from '../../../../../service/adapters/metadata-sql/sql-database.ts';
import type { EventToAppend } from '../../../../../service/adapters/metadata-sql/streams/event-rows.ts';
import type { TransactionScope, TreesScope } from '../../../../../service/ports/metadata-store.ts';

type Answer = (text: string, values: readonly unknown[]) => readonly object[];

/** A database that writes down the statements of each connection, and answers as a test says. */
function recording(answer: Answer, commitAnswer = 'COMMIT', isAtWork = async (_backend: number) => false) {
  const connections: string[][] = [];
  const pool: ServerPool = {
    options: {},
    end: async () => undefined,
    connect: async () => {
      const log: string[] = [];
      connections.push(log);
      const query = async (text: string, values: readonly unknown[] = []) => {
        log.push(text.trim().replace(/\s+/g, ' '));
        const rows = answer(text, values);
        return { command: text === 'commit' ? commitAnswer : 'SELECT', rowCount: rows.length, rows: [...rows] };
      };
      const backend = connections.length;
      const release = () => log.push('(released)');
      return { query: query as PostgresPoolClient['query'], release, backend: () => backend };
    },
  };
  return { connections, ...openLanes({ pool, ids: async () => 1, isAtWork }) };
}

/** Locks the requested rows. Item 10 belongs to owner 1, item 20 to owner 2. */
const locks: Answer = (text, values) => {
  if (text.includes('scope_lock')) return [{ name: 'enterprise' }];
  const [items, owners = []] = values as readonly (readonly number[])[];
  const ofItems = (items ?? []).map((id) => ({ id, owner_id: id / 10 }));
  if (text.startsWith('select id, owner_id')) return ofItems;
  if (!text.includes('for no key update')) return [];
  return [...new Set([...ofItems.map(({ owner_id }) => owner_id), ...owners])].map((id) => ({ id }));
};

const anEvent: EventToAppend = {
  event: {
    event_id: 'a',
    event_type: 'ITEM_CREATE',
    created_at: 1,
    created_by: 1,
    source: '{}',
    admin_type: null,
    details: null,
    idempotency_key: null,
  },
  recipients: [],
};

const owned = (...owners: readonly string[]): TreesScope => ({ owners, items: [] });
const failure = (code: string, more: object = {}) => Object.assign(new Error(`failed with ${code}`), { code, ...more });
const begins = (connections: readonly (readonly string[])[]) =>
  connections.flat().filter((text) => text === 'begin').length;

/** A work that ends when the test says so. */
function held() {
  const started = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const work = async () => {
    started.resolve();
    await end.promise;
  };
  return { work, started: started.promise, end: () => end.resolve() };
}

describe('the locks of a lane', () => {
  it('passes the gate, shares the enterprise and then takes the owners', async () => {
    const { connections, run } = recording(locks);
    await run(owned('1'), async () => undefined);
    expect(connections[0]?.slice(0, 6)).toEqual([
      'begin',
      'savepoint gate',
      "select name from scope_lock where name = 'gate' for share",
      'rollback to gate',
      'release gate',
      "select name from scope_lock where name = 'enterprise' for share",
    ]);
    expect(connections[0]?.[6]).toMatch(/order by owner\.id for no key update of owner$/);
    expect(connections[0]?.slice(-3)).toEqual(['release work', 'commit', '(released)']);
  });

  it('closes the gate before it waits for the enterprise', async () => {
    const { connections, run } = recording(locks);
    await run('enterprise', async () => undefined);
    expect(connections[0]?.slice(0, 3)).toEqual([
      'begin',
      "select name from scope_lock where name = 'gate' for update",
      "select name from scope_lock where name = 'enterprise' for update",
    ]);
  });

  it('takes none for an independent transaction', async () => {
    const { connections, run } = recording(locks);
    await run('apart', async () => undefined);
    expect(connections[0]).toEqual(['begin', 'savepoint work', 'release work', 'commit', '(released)']);
  });

  it.each<TransactionScope>([owned('1'), 'enterprise'])(
    'refuses to work without the row that it locks: %j',
    async (scope) => {
      const { run } = recording((text, values) => (text.includes('scope_lock') ? [] : locks(text, values)));
      await expect(run(scope, async (writer) => writer.requireTrees(['1']))).rejects.toThrow('scope_lock');
    },
  );
});

describe('the choice of a lane', () => {
  it('lets works of one owner that come together share locks and a commit', async () => {
    const { connections, run } = recording(locks);
    await Promise.all([1, 2, 3].map(async () => run(owned('1'), async () => undefined)));
    expect(begins(connections)).toBe(1);
    expect(connections.flat().filter((text) => text === 'savepoint work')).toHaveLength(3);
  });

  it('runs another owner beside a work that is under way, and the same owner after it', async () => {
    const { run } = recording(locks);
    const first = held();
    const order: string[] = [];
    const all = [run(owned('1'), first.work)];
    await first.started;
    all.push(run(owned('1'), async () => void order.push('same owner')));
    await run(owned('2'), async () => void order.push('other owner'));
    expect(order).toEqual(['other owner']);
    first.end();
    await Promise.all(all);
    expect(order).toEqual(['other owner', 'same owner']);
  });
});

describe('a work that starts again', () => {
  const inTrees = (writer: SqlWriter) => writer.requireTrees(['1', '2']);

  it('gets the owners that its scope lacked', async () => {
    const { connections, run } = recording(locks);
    let starts = 0;
    await run(owned('1'), async (writer) => {
      starts += 1;
      await inTrees(writer);
    });
    expect(starts).toBe(2);
    expect(connections.flat().filter((text) => text === 'rollback to work')).toHaveLength(1);
  });

  it('gets everything in the end if it finds one more owner at each start', async () => {
    const { connections, run } = recording(locks);
    let starts = 0;
    await run(owned('1'), async (writer) => {
      starts += 1;
      for (let owner = 1; owner <= 9; owner += 1) await writer.requireTrees([String(owner)]);
    });
    expect(starts).toBe(5);
    expect(connections.at(-1)).toContain("select name from scope_lock where name = 'enterprise' for update");
  });

  it('gets everything if it lost races first and then lacks an owner', async () => {
    const { run } = recording(locks);
    let starts = 0;
    await run(owned('1'), async (writer) => {
      starts += 1;
      if (starts < 5) throw failure('40P01');
      await inTrees(writer);
    });
    expect(starts).toBe(6);
  });

  it('follows an item that got another owner while the locks were waited for', async () => {
    const stale: Answer = (text, values) =>
      text.includes('for no key update') && values[1] instanceof Array && values[1].length === 0
        ? [{ id: 1 }]
        : locks(text, values);
    const { run } = recording(stale);
    let starts = 0;
    await run({ owners: [], items: ['20'] }, async () => void (starts += 1));
    expect(starts).toBe(2);
  });

  it('is one that lost a race, five times at most', async () => {
    const { run } = recording(locks);
    let starts = 0;
    const lost = run(owned('1'), async () => {
      starts += 1;
      throw failure('40P01');
    });
    await expect(lost).rejects.toThrow('40P01');
    expect(starts).toBe(5);
  });

  it('is judged by the statement that failed first, not by those that failed because of it', async () => {
    let asked = 0;
    const { run } = recording((text, values) => {
      if (text === 'first' && (asked += 1) === 1) throw failure('23505', { constraint: 'item_name' });
      if (text === 'second' && asked === 1) throw failure('25P02');
      return locks(text, values);
    });
    const work = async ({ db }: SqlWriter) => {
      const [, second] = await Promise.allSettled(['first', 'second'].map(async (text) => sql.raw(text).execute(db)));
      if (second?.status === 'rejected') throw second.reason;
      return 'written';
    };
    expect(await run(owned('1'), work)).toBe('written');
    expect(asked).toBe(2);
  });
});

describe('a work that refuses', () => {
  const failsOnce: Answer = (text, values) => {
    if (text === 'fails') throw failure('23503');
    return locks(text, values);
  };

  it('answers with its own refusal, whatever became of a statement beside it', async () => {
    const { run } = recording(failsOnce);
    const refused = run(owned('1'), async ({ db }) => {
      await Promise.allSettled([sql.raw('fails').execute(db)]);
      throw new Error('The name is taken.');
    });
    await expect(refused).rejects.toThrow('The name is taken.');
  });

  it('is judged without the failures of the work before it', async () => {
    const { connections, run } = recording(failsOnce);
    const before = run(owned('1'), async ({ db }) => {
      await Promise.allSettled([sql.raw('fails').execute(db)]);
      throw new Error('The name is taken.');
    });
    const after = run(owned('1'), async () => {
      throw failure('25P02');
    });
    await expect(before).rejects.toThrow('The name is taken.');
    await expect(after).rejects.toThrow('25P02');
    expect(begins(connections)).toBe(1);
  });
});

describe('the end of a lane', () => {
  it('undoes one work that fails and commits the others of its group', async () => {
    const { connections, run } = recording(locks);
    const bad = run(owned('1'), async () => {
      throw new Error('bad');
    });
    const good = run(owned('1'), async () => 'good');
    await expect(bad).rejects.toThrow('bad');
    expect(await good).toBe('good');
    expect(begins(connections)).toBe(1);
  });

  it('fails a work whose commit the database turned into a rollback', async () => {
    const { run } = recording(locks, 'ROLLBACK');
    await expect(run(owned('1'), async () => 'result')).rejects.toThrow('A statement of the transaction failed');
  });

  it('leaves the outcome open when the connection is lost during the commit', async () => {
    const { run } = recording((text, values) => {
      if (text === 'commit') throw failure('ECONNRESET');
      return locks(text, values);
    });
    await expect(run(owned('1'), async () => 'result')).rejects.toMatchObject({ written: 'unknown' });
  });

  it('opens no other connection while the server still works for the one that was lost', async () => {
    const atWork = new Set([1]);
    let isLost = true;
    const lose: Answer = (text, values) => {
      if (isLost && /^(?:commit|rollback)$/.test(text)) throw failure('ECONNRESET');
      return locks(text, values);
    };
    const { connections, run } = recording(lose, 'COMMIT', async (backend) => atWork.has(backend));
    const write = async () => run('enterprise', async () => 'written');
    await expect(write()).rejects.toMatchObject({ written: 'unknown' });
    isLost = false;
    for (let count = 0; count < 3; count += 1) await expect(write()).rejects.toMatchObject({ written: 'nothing' });
    expect(connections).toHaveLength(1);
    atWork.clear();
    expect(await write()).toBe('written');
    expect(connections).toHaveLength(2);
  });

  it('leaves the outcome open when the events before the commit got no answer either', async () => {
    const { run } = recording((text, values) => {
      if (text.includes('insert into event_recipient') || text === 'commit') throw failure('ECONNRESET');
      return locks(text, values);
    });
    const lost = run(owned('1'), async (writer) => writer.appendEvent(anEvent));
    await expect(lost).rejects.toMatchObject({ written: 'unknown' });
  });

  it('reports the refused events when the database answers the commit with a rollback', async () => {
    const { run } = recording((text, values) => {
      if (text.includes('insert into event_recipient')) throw failure('23503');
      return locks(text, values);
    }, 'ROLLBACK');
    const refused = run(owned('1'), async (writer) => writer.appendEvent(anEvent));
    await expect(refused).rejects.toThrow('23503');
  });
});
