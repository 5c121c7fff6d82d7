import type { RemoteHistory } from '../../../main/engine/ports/remote-history.ts';
import type { Ask, ServicePortOptions } from './service-faults.ts';

/** Trash and versions of the virtual service. */
export function historyCalls({ service }: ServicePortOptions, ask: Ask): RemoteHistory {
  return {
    versions: (file, signal) =>
      ask(() => {
        const item = service.live(file);
        if (item === null || item.kind !== 'file') return null;
        return item.versions.toReversed().map(({ id, content }) => ({ id, content, madeAtMs: null, by: null }));
      }, signal),
    promote: (file, version, signal) =>
      ask(() => {
        const item = service.live(file);
        const past = item?.versions.find((one) => one.id === version);
        if (item === null || past === undefined) return { ok: false, reason: 'gone' } as const;
        const destination = { kind: 'version' as const, itemId: file, name: item.name, ifMatch: null };
        return service.write(destination, past.bytes, item.modifiedAtMs);
      }, signal),
    restore: ({ id }, signal) =>
      ask(() => {
        const isBack = service.restore(id);
        const item = service.live(id);
        return isBack && item !== null
          ? { ok: true as const, entry: service.entry(item) }
          : { ok: false as const, reason: 'gone' as const };
      }, signal),
  };
}
