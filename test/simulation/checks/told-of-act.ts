import type { Act } from '../script.ts';
import type { Inspector } from './inspector.ts';

/** How long what was believed before may still be acted on. */
const LINGERS_MS = 5_000;

export type Telling = {
  readonly inspector: Pick<Inspector, 'losing' | 'puttingBack'>;
  readonly nowMs: () => number;
  readonly devices: readonly { readonly name: string }[];
  readonly later: (afterMs: number, go: () => void) => void;
};

/** Tells the inspector of an act after which things are known that are of another time, and until when. */
export function tellOfAct({ inspector, nowMs, devices, later }: Telling, { what, actor, pick, into }: Act): void {
  const until = (afterMs: number): number => nowMs() + afterMs + LINGERS_MS;
  const afterMs = 300 + pick * 20;
  if (what === 'set-back') {
    const backAfterMs = 1_000 + into * 20;
    for (const { name } of devices) inspector.puttingBack(name, until(backAfterMs));
    // What the service was sent since is not there any more, and the folders are linked anew: nobody goes on with a session.
    later(backAfterMs, () => {
      for (const { name } of devices) inspector.losing(name, until(0));
    });
  }
  if (what === 'put-back') inspector.puttingBack(actor, until(0));
  if (what === 'lose-state' || what === 'restore-state') inspector.losing(actor, until(afterMs));
  // What it knew to be sent is known until its state is another one.
  if (what === 'restore-state') later(afterMs, () => inspector.losing(actor, until(0)));
}
