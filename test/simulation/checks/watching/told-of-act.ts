import type { ItemId } from '../../../../main/engine/model/ids.ts';
import type { Act, Script } from '../../script.ts';
import type { Inspector } from './inspector.ts';

/** How long outdated knowledge may still be acted on. */
const LINGERS_MS = 5_000;

export type Telling = {
  readonly inspector: Pick<Inspector, 'decided' | 'losing' | 'puttingBack' | 'neverTold' | 'disturbances'>;
  /** Items created by requests whose answer reached no device. */
  readonly unheard: ReadonlySet<ItemId>;
  readonly script: Pick<Script, 'knowsKeys'>;
  readonly nowMs: () => number;
  readonly devices: readonly { readonly name: string }[];
  readonly later: (afterMs: number, go: () => void) => void;
};

/** Reports acts that make a device's knowledge outdated to the inspector, and for how long. */
export function tellOfAct(telling: Telling, { what, actor, pick, into }: Act): void {
  const { inspector, nowMs, devices, later, unheard, script } = telling;
  const until = (afterMs: number): number => nowMs() + afterMs + LINGERS_MS;
  const afterMs = 300 + pick * 20;
  if (what === 'set-back') {
    const backAfterMs = 1_000 + into * 20;
    for (const { name } of devices) inspector.puttingBack(name, until(backAfterMs));
    // The set-back service has lost recent requests, and the folders are linked again, so no upload session can continue.
    later(backAfterMs, () => {
      for (const { name } of devices) inspector.losing(name, until(0));
    });
  }
  if (what === 'forget-events' && script.knowsKeys !== true) for (const id of unheard) inspector.neverTold(id);
  if (what === 'release') inspector.decided(actor);
  if (what === 'put-back') inspector.puttingBack(actor, until(0));
  // A volume that was away comes back with contents that were not counted.
  if (what === 'unmount' || what === 'unmount-bare') later(afterMs, () => inspector.disturbances.look(nowMs()));
  if (what === 'lose-state' || what === 'restore-state') inspector.losing(actor, until(afterMs));
  // The device keeps its knowledge of sent requests until its state is replaced.
  if (what === 'restore-state') later(afterMs, () => inspector.losing(actor, until(0)));
}
