import type { Tries } from '../tries.ts';

export const userTries: Tries = {
  getCurrentUser: async () => ({}),
};
