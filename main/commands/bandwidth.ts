import type { Bandwidth as BandwidthShape } from '../../preload/ipc/bandwidth.ts';
import type { Bandwidth } from '../engine/transfer/bandwidth.ts';
import type { CommandWorld, HandlersOf } from './command-world.ts';

/** How fast bytes of files may go: what holds now is kept over a restart. */
export type KeptBandwidth = Pick<Bandwidth, 'plan' | 'setPlan'>;

export function bandwidthCommands({ bandwidth }: CommandWorld): HandlersOf<'bandwidth.get' | 'bandwidth.set'> {
  const current = (): BandwidthShape => {
    const { up, down } = bandwidth.plan;
    return { up: plainPlan(up), down: plainPlan(down) };
  };
  return {
    'bandwidth.get': async () => ({ ok: true, value: current() }),
    'bandwidth.set': async (plan) => {
      bandwidth.setPlan(plan);
      return { ok: true, value: current() };
    },
  };
}

function plainPlan({ bytesPerSecond, hours }: Bandwidth['plan']['up']): BandwidthShape['up'] {
  return { bytesPerSecond, hours: hours.map(({ weekdays, ...rest }) => ({ ...rest, weekdays: [...weekdays] })) };
}
