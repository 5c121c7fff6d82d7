import { replaceEqualDeep } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import type { RootStatus, Status } from '../../../preload/ipc/shapes/status.ts';
import { useSession } from './session.ts';

/** The identity of a synced folder, and its state. Its counts change with every status while files sync. */
export type Root = Pick<RootStatus, 'id' | 'name' | 'localPath' | 'remoteId' | 'state'>;

/** The synced folders; the same array until one of these parts changes. */
export function useRoots(): readonly Root[] {
  const { status } = useSession();
  const [select] = useState(createSelect);
  return useSyncExternalStore(status.subscribe, () => select(status.get()));
}

function createSelect(): (status: Status | null) => readonly Root[] {
  let known: readonly Root[] = [];
  return (status) => {
    const roots = status?.roots ?? [];
    known = replaceEqualDeep(
      known,
      roots.map(({ id, name, localPath, remoteId, state }) => ({ id, name, localPath, remoteId, state })),
    );
    return known;
  };
}
