/** What a process asks of its database server at the moment. */
export interface DatabaseLoad {
  /** The connections that read, and those that write. */
  readonly pools: Readonly<Record<'read' | 'write', PoolLoad>>;
  /** Changes that run or wait for their turn. */
  readonly changes: number;
}

/** The connections of a pool. */
export interface PoolLoad {
  readonly open: number;
  readonly idle: number;
  /** Works that wait for a connection. */
  readonly waiting: number;
}
