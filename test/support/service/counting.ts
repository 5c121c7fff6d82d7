import type { Service } from '../../../service/domain/service.ts';

/** A service that counts the calls of its store within transactions, or also within reads, and the records that they return. */
export function counting(
  service: Service,
  { reads: countsReads = false }: { readonly reads?: boolean } = {},
): {
  readonly service: Service;
  readonly calls: () => number;
  readonly records: () => number;
} {
  let calls = 0;
  let records = 0;
  const countRecords = (result: unknown): void => {
    if (Array.isArray(result)) records += result.length;
  };
  const counted = <Port extends object>(port: Port): Port =>
    new Proxy(port, {
      get: (target, name, receiver) => {
        const value: unknown = Reflect.get(target, name, receiver);
        if (typeof value === 'object' && value !== null) return counted(value);
        if (typeof value !== 'function') return value;
        return (...parameters: unknown[]) => {
          calls += 1;
          const result: unknown = Reflect.apply(value, target, parameters);
          if (result instanceof Promise) result.then(countRecords, () => undefined);
          return result;
        };
      },
    });
  const transaction: Service['store']['transaction'] = (work, scope) =>
    service.store.transaction((tx) => work(counted(tx)), scope);
  const read: Service['store']['read'] = (work) =>
    service.store.read((reads) => work(countsReads ? counted(reads) : reads));
  return {
    service: { ...service, store: { ...service.store, transaction, read } },
    calls: () => calls,
    records: () => records,
  };
}
