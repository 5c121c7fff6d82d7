/**
 * What `.tandem/root` says: whose folder this is, and when the state that works with it began last. `epoch` is a random text that
 * each start writes anew into both: where the two differ, one of them is older than the other or a copy (edge case 116).
 */
export type RootMarker = {
  readonly id: string;
  /** Null: written before there were epochs. */
  readonly epoch: string | null;
};

export function parseMarker(text: string): RootMarker {
  const [id = '', epoch = null] = text.trim().split(/\s+/);
  return { id, epoch };
}

export const formatMarker = ({ id, epoch }: RootMarker): string => (epoch === null ? id : `${id} ${epoch}`);
