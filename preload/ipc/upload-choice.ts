import type { ConflictAnswer } from './shapes/drop.ts';

/** The person's choice for the files of one upload whose names are taken. Made once, it also holds for files that are sent again. */
export type UploadChoice = {
  /** Null: not made yet. */
  readonly now: () => ConflictAnswer | null;
  readonly made: Promise<ConflictAnswer>;
  readonly make: (answer: ConflictAnswer) => void;
};

export function uploadChoice(first: ConflictAnswer | null = null): UploadChoice {
  const { promise, resolve } = Promise.withResolvers<ConflictAnswer>();
  let now: ConflictAnswer | null = null;
  const make = (answer: ConflictAnswer): void => {
    now ??= answer;
    resolve(answer);
  };
  if (first !== null) make(first);
  return { now: () => now, made: promise, make };
}
