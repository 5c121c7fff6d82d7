import type { LookupFunction } from 'node:net';

/** Finds every name on this computer, as browsers do for names below `localhost`. Node asks the system, which may not know them. */
export const toLoopback: LookupFunction = (_name, { all = false }, found) => {
  if (all) found(null, [{ address: '127.0.0.1', family: 4 }]);
  else found(null, '127.0.0.1', 4);
};
