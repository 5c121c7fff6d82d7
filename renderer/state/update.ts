import { useQuery } from '@tanstack/react-query';
import type { UpdateState } from '../../preload/ipc/desktop.ts';
import { ask, useBridge } from './bridge.ts';

/** A newer version comes once in weeks, and nobody waits for it. */
const LOOK_EVERY_MS = 60_000;

/** The version that is fetched and waits for a restart; null while there is none, and in a browser. */
export function useReadyUpdate(): string | null {
  const bridge = useBridge();
  const { data } = useQuery<UpdateState>({
    queryKey: ['update.get'],
    queryFn: () => ask(bridge, 'update.get', {}),
    enabled: bridge.host === 'electron',
    refetchInterval: LOOK_EVERY_MS,
  });
  return data?.state === 'ready' ? data.version : null;
}
