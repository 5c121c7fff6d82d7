import type { Tries } from '../../tries.ts';

export const eventTries: Tries = {
  listEvents: async () => ({}),
  getRealtimeServers: async () => ({}),
};
