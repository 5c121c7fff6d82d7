/** Bytes of contents that this process is receiving, by the space that they will take. */
export interface ArrivingBytes {
  /** Adds bytes to a space, or removes them if the number is negative. Returns the new sum. */
  add(spaceId: string, bytes: number): number;
}

/** Starts without any uploads. */
export function createArrivingBytes(): ArrivingBytes {
  const sums = new Map<string, number>();
  return {
    add: (spaceId, bytes) => {
      const sum = (sums.get(spaceId) ?? 0) + bytes;
      if (sum === 0) sums.delete(spaceId);
      else sums.set(spaceId, sum);
      return sum;
    },
  };
}
