import { type Chance, openChance } from './chance.ts';

/**
 * What goes wrong around one life of a process, decided one question after the other. Each question has a number, and whatever
 * strikes has its own stream for the details: so one fault can be left out and the others stay what they are.
 */
export type FaultTape = {
  /** Null: nothing happens. Else the stream that says how. */
  strike(kind: string, probability: number): Chance | null;
};

/** Of one run: which faults are to be left out, and which struck, by name. */
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
