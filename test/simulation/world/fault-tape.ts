import { type Chance, openChance } from './chance.ts';

/**
 * Faults around one process lifetime, decided one question at a time. Each question has a number, and each fault draws its details from its own
 * stream, so one fault can be muted without affecting the others.
 */
export type FaultTape = {
  /** Null: no fault. Otherwise the stream for its details. */
  strike(kind: string, probability: number): Chance | null;
};

/** Faults of one run by name: the muted ones, and those that occurred. */
export type FaultLog = { readonly muted: ReadonlySet<string>; readonly struck: string[] };

export function openFaultTape(seed: number, life: string, log: FaultLog): FaultTape {
  const chance = openChance(seed, `faults ${life}`);
  let questions = 0;
  return {
    strike(kind, probability) {
      questions += 1;
      if (!chance.happens(probability)) return null;
      const name = `${life}#${questions} ${kind}`;
      if (log.muted.has(name)) return null;
      log.struck.push(name);
      return openChance(seed, name);
    },
  };
}
