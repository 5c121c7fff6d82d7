import type { ItemId } from '../../../main/engine/model/ids.ts';
import type { Remote } from '../../../main/engine/ports/remote/remote.ts';

/** A service to try the port on: one account, seen from two devices, and an empty folder to work in. */
export type RemoteBench = {
  readonly remote: Remote;
  readonly other: Remote;
  readonly folder: ItemId;
  /** Smallest file that an upload session is made for, bytes. */
  readonly sessionFromBytes: number;
  dispose(): Promise<void>;
};
