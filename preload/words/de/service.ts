import type { ServiceTable } from '../wording.ts';

/** The sentences of services that people meet. */
export const service: ServiceTable = {
  'Choose another name.': 'Wählen Sie einen anderen Namen.',
};
