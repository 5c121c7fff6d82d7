import type { Service } from '../../../service/domain/service.ts';

/** A service that counts the calls of its store within transactions. */
export function counting(service: Service): { readonly service: Service; readonly calls: () => number } {
  let calls = 0;
  const counted = <Port extends object>(port: Port): Port =>
    new Proxy(port, {
      get: (target, name, receiver) => {
        const value: unknown = Reflect.get(target, name, receiver);
        if (typeof value === 'object' && value !== null) return counted(value);
        if (typeof value !== 'function') return value;
        return (...parameters: unknown[]) => {
          calls += 1;
          return Reflect.apply(value, target, parameters);
        };
      },
    });
  const transaction: Service['store']['transaction'] = (work, scope) =>
    service.store.transaction((tx) => work(counted(tx)), scope);
  return { service: { ...service, store: { ...service.store, transaction } }, calls: () => calls };
}
