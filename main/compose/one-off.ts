import { limits } from '../../contract/rules/limits.ts';
import { oneOffRecords } from '../cli/open/one-off-records.ts';
import { createNodeFileSystem } from '../engine/adapters/node-file-system.ts';
import { createTransfers } from '../engine/execute/transfer/queue.ts';
import type { Transfers } from '../engine/execute/transfer/transfer.ts';
import type { FileSystem } from '../engine/ports/file-system.ts';
import type { Connection } from './connection.ts';

/** Transfers for the command line's one-off commands, on an open connection. */
export type OneOff = {
  readonly connection: Connection;
  readonly transfers: Transfers;
  readonly fileSystem: FileSystem;
};

export function composeOneOff(connection: Connection, state: string): OneOff {
  const { remote, clock, random } = connection;
  const fileSystem = createNodeFileSystem(random);
  const transfers = createTransfers({
    fileSystem,
    remote,
    records: oneOffRecords(state),
    clock,
    random,
    settings: { sessionFromBytes: limits.uploadSessionMinBytes },
  });
  return { connection, transfers, fileSystem };
}
