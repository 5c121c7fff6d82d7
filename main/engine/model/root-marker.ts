/**
 * The content of `.tandem/root`: which root this folder is, and the last start of its state. Each start writes a new random
 * `epoch` to both; if the two differ, one of them is older or a copy (edge case 116).
 */
export type RootMarker = {
  readonly id: string;
  /** Null: written before epochs existed. */
  readonly epoch: string | null;
};

export function parseMarker(text: string): RootMarker {
  const [id = '', epoch = null] = text.trim().split(/\s+/);
  return { id, epoch };
}

export const formatMarker = ({ id, epoch }: RootMarker): string => (epoch === null ? id : `${id} ${epoch}`);
