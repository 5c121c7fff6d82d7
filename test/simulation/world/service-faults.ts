import type { Content } from '../../../main/engine/model/entry.ts';
import type { ItemId } from '../../../main/engine/model/ids.ts';
import type { Chance } from './chance.ts';
import type { Seam } from './seam.ts';
import type { VirtualService } from './virtual-service.ts';

/** What goes wrong between a device and the service; asked anew for each request. */
export type ServiceFaults = {
  /** The request is lost, or answered with 429 or 5xx, before it has an effect. */
  readonly before: number;
  /** It has its effect, and the answer is lost. */
  readonly after: number;
  /** A download breaks off, or brings other bytes. */
  readonly download: number;
  /** Events come again, or in another order. */
  readonly events: number;
  /** The service does not know the position any more. */
  readonly positionLost: number;
};

export const NO_FAULTS: ServiceFaults = { before: 0, after: 0, download: 0, events: 0, positionLost: 0 };

export type ServicePortOptions = {
  readonly service: VirtualService;
  readonly seam: Seam;
  readonly chance: Chance;
  readonly faults: () => ServiceFaults;
  /** Told of each delete before it is done. */
  readonly onTrash: (id: ItemId) => void;
  /** Told of each new version, with what it replaced. */
  readonly onReplace: (id: ItemId, replaced: Content) => void;
  /** Told of each thing that went wrong, by name: what a run has reached. */
  readonly onTrouble: (what: string) => void;
  readonly sessionFromBytes: number;
  readonly partSizeBytes: number;
};

/** Sends one request through whatever goes wrong. */
export type Ask = <Value>(effect: () => Value, signal?: AbortSignal) => Promise<Value>;
