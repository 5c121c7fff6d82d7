import Database from 'better-sqlite3';
import { isStoreDamage } from '../store-trouble.ts';

/** A connection to the store's file: every thread opens it here, so that all of them flush it in the same way. */
export class StoreFile extends Database {
  #damage: Error | null = null;

  /** `file`: a path, or the bytes of a store, which is then in memory. */
  constructor(file: string | Buffer, options: Database.Options = {}) {
    super(file, options);
    // On macOS a plain flush stops at the cache of the drive, and a checkpoint in part could damage the file. Closing the last connection
    // is a checkpoint too.
    this.pragma('checkpoint_fullfsync = ON');
    const prepare = super.prepare.bind(this);
    Object.assign(this, { prepare: (sql: string) => this.#watched(prepare(sql)) });
  }

  /** The first damage that a statement of this connection met: the next start must check the file. */
  get damage(): Error | null {
    return this.#damage;
  }

  override exec(sql: string): this {
    return this.#watch(() => super.exec(sql));
  }

  override pragma(source: string, options?: Database.PragmaOptions): unknown {
    return this.#watch(() => super.pragma(source, options));
  }

  #watch<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (error instanceof Error && isStoreDamage(error)) this.#damage ??= error;
      throw error;
    }
  }

  #watched(statement: Database.Statement): Database.Statement {
    const [run, get, all] = [
      statement.run.bind(statement),
      statement.get.bind(statement),
      statement.all.bind(statement),
    ];
    return Object.assign(statement, {
      run: (...args: unknown[]) => this.#watch(() => run(...args)),
      get: (...args: unknown[]) => this.#watch(() => get(...args)),
      all: (...args: unknown[]) => this.#watch(() => all(...args)),
    });
  }
}
