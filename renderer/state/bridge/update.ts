import { useQuery } from '@tanstack/react-query';
import type { UpdateState } from '../../../preload/ipc/shapes/desktop.ts';
import { ask, useBridge } from './bridge.ts';

/** Updates appear once in weeks and are not urgent. */
const LOOK_EVERY_MS = 60_000;

/** The update state; null while unknown, and where the application does not update itself. */
export function useUpdate(): UpdateState | null {
  const bridge = useBridge();
  const { data } = useQuery<UpdateState>({
    queryKey: ['update.get'],
    queryFn: () => ask(bridge, 'update.get', {}),
    enabled: bridge.host === 'electron',
    refetchInterval: LOOK_EVERY_MS,
  });
  return data === undefined || data.state === 'off' ? null : data;
}
