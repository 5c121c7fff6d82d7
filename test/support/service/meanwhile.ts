import type { Service } from '../../../service/domain/service.ts';

/** The service for a request during which `act` happens: after what the request read first, and before its first transaction. */
export function meanwhile(service: Service, act: () => Promise<unknown>): Service {
  let acted: Promise<unknown> | null = null;
  const transaction: Service['store']['transaction'] = async (work, scope) => {
    acted ??= act();
    await acted;
    return service.store.transaction(work, scope);
  };
  return { ...service, store: { ...service.store, transaction } };
}
